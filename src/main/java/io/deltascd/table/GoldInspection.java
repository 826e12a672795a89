package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Gold in figures, from its log alone; only where current rows lie among closed ones, it takes a
 * look at each file to tell them.
 *
 * @param version of gold
 * @param progress what gold remembers
 * @param openRows current rows; empty if a file has no row count in the log
 * @param closedRows rows that are no longer current; likewise
 * @param files live data files
 * @param bytes of these files
 */
public record GoldInspection(
    long version,
    Progress progress,
    OptionalLong openRows,
    OptionalLong closedRows,
    long files,
    long bytes) {

  /**
   * Gold as it is now; empty if there is none.
   *
   * @throws PipelineException if the table there is not ours
   */
  public static Optional<GoldInspection> of(TableLocation gold) throws IOException {
    Engine engine = KernelEngines.engine(gold);
    Snapshot snapshot;
    try {
      snapshot = TableSnapshots.latest(engine, KernelEngines.rootUri(gold));
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
    Progress progress = GoldChecks.progress(snapshot, gold);
    GoldLayout layout = GoldChecks.requireLayout(snapshot, progress, gold);
    List<GoldFile> withCurrent = new ArrayList<>();
    Sums mayBeOpen = new Sums();
    Sums others = new Sums();
    CurrentFiles.forEachFile(
        engine,
        snapshot,
        file -> {
          boolean current = layout.mayHaveCurrent(file.partitionValues());
          (current ? mayBeOpen : others).count(file);
          if (current) {
            withCurrent.add(file);
          }
        });
    OptionalLong open = mayBeOpen.rows();
    OptionalLong closed = others.rows();
    if (!layout.separate()) {
      long current = VersionRows.ofCurrent(gold, snapshot, layout, withCurrent, List.of()).count();
      closed = open.isPresent() ? OptionalLong.of(open.getAsLong() - current) : open;
      open = OptionalLong.of(current);
    }
    return Optional.of(
        new GoldInspection(
            snapshot.getVersion(),
            progress,
            open,
            closed,
            mayBeOpen.files + others.files,
            mayBeOpen.bytes + others.bytes));
  }

  /** What some files have together. */
  private static final class Sums {
    private long files;
    private long bytes;
    private long rows;
    private boolean known = true;

    void count(GoldFile file) {
      files++;
      bytes += file.size();
      OptionalLong all = file.rows();
      known &= all.isPresent();
      rows += all.orElse(0) - file.vector().map(vector -> vector.getCardinality()).orElse(0L);
    }

    OptionalLong rows() {
      return known ? OptionalLong.of(rows) : OptionalLong.empty();
    }
  }
}
