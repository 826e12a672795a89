package io.deltascd.job;

import io.deltascd.config.TableLocation;
import io.deltascd.table.GoldTable;
import io.deltascd.table.NotebookGold;
import java.io.IOException;
import java.util.Optional;

/** What lies at the path of gold. */
sealed interface FoundGold {

  /** No Delta table. */
  record Absent() implements FoundGold {}

  /** A gold that this program has created or adopted. */
  record Existing(GoldTable table) implements FoundGold {}

  /** A gold that a notebook has kept so far, and that is to be adopted. */
  record OfNotebook(NotebookGold table) implements FoundGold {}

  /**
   * Looks at the path of gold.
   *
   * @param adopt whether gold may be a notebook's
   * @throws io.deltascd.model.PipelineException if there is a table that is none of these
   */
  static FoundGold at(TableLocation path, boolean adopt) throws IOException {
    Optional<NotebookGold> notebook = adopt ? NotebookGold.find(path) : Optional.empty();
    if (notebook.isPresent()) {
      return new OfNotebook(notebook.get());
    }
    Optional<GoldTable> gold = GoldTable.find(path);
    return gold.isPresent() ? new Existing(gold.get()) : new Absent();
  }
}
