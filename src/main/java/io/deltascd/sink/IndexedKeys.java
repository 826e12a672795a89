package io.deltascd.sink;

import io.deltascd.config.TargetConfig;
import io.deltascd.history.KeyState;
import io.deltascd.history.OpenRows;
import io.deltascd.model.IndexEntry;
import io.deltascd.model.PipelineException;
import io.deltascd.model.WireRecord;

/** Takes in what a job without state learns of gold's current rows. */
final class IndexedKeys {
  private final TargetConfig target;
  private final KeyStates states;
  private final OpenRows openRows;
  private final SilverSchemas schemas;

  IndexedKeys(TargetConfig target, KeyStates states, OpenRows openRows, SilverSchemas schemas) {
    this.target = target;
    this.states = states;
    this.openRows = openRows;
    this.schemas = schemas;
  }

  /**
   * Takes in where a key's current row lies, and the row itself if it has to be kept.
   *
   * @param entry of kind {@link WireRecord.Kind#INDEX}
   * @throws PipelineException if gold has another current row for the key
   */
  void add(WireRecord entry) throws Exception {
    if (states.get(entry.key()) != null) {
      throw new PipelineException(
          "Gold has two current rows for one key",
          target.gold() + ", key " + entry.key() + " in canonical form",
          "two rows with " + target.history().names().isCurrent() + " = true",
          "one",
          "someone else has written to gold: delete one of the rows, or build gold anew with"
              + " delta-scd rebuild");
    }
    states.put(entry.key(), KeyState.learnt(entry));
    if (target.history().keepsRows()) {
      // Once gold's log has been cleaned up, nobody could tell the columns any more.
      schemas.columns(entry.schemaId());
      openRows.put(IndexEntry.row(entry));
    }
  }
}
