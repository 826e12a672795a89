package io.deltascd.table;

import io.deltascd.model.FileChange;
import io.deltascd.model.SilverSchema;
import java.io.UncheckedIOException;
import java.util.function.Supplier;
import org.apache.flink.table.types.logical.RowType;

/**
 * Silver as of one version.
 *
 * @param tableId {@code metaData.id}
 * @param version of the snapshot
 * @param timeMicros commit time of that version, in microseconds since the epoch
 * @param schema of the table at that version
 * @param rowType the columns of the schema, in Flink's types
 * @param fileSource lists the live files; see {@link #files()}
 */
public record SilverSnapshot(
    String tableId,
    long version,
    long timeMicros,
    SilverSchema schema,
    RowType rowType,
    Supplier<LogIterator<FileChange>> fileSource) {

  /**
   * The live files, each a {@link FileChange.Action#SNAPSHOT}; read from the log while iterating.
   *
   * @throws UncheckedIOException there or while iterating, if the log cannot be read
   */
  public LogIterator<FileChange> files() {
    return fileSource.get();
  }
}
