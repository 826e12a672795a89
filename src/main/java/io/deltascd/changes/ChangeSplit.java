package io.deltascd.changes;

import io.deltascd.model.FileChange;
import io.deltascd.model.SilverSchema;
import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * Some of the files of one version of silver.
 *
 * @param splitId unique in a job: version and ordinal
 * @param version of silver
 * @param timeMicros commit time of the version, in microseconds since the epoch
 * @param schema of the rows
 * @param files to read, in this order
 * @param position rows already emitted, counted over all files
 */
public record ChangeSplit(
    String splitId,
    long version,
    long timeMicros,
    SilverSchema schema,
    List<FileChange> files,
    long position)
    implements SourceSplit {

  /** The same split after more rows have been emitted. */
  ChangeSplit at(long newPosition) {
    return new ChangeSplit(splitId, version, timeMicros, schema, files, newPosition);
  }

  /** Whether its rows are there from the start. Then there is no version before it. */
  boolean isSnapshot() {
    return !files.isEmpty() && files.get(0).action() == FileChange.Action.SNAPSHOT;
  }

  /** Size of the files in bytes. */
  long bytes() {
    long bytes = 0;
    for (FileChange file : files) {
      bytes += file.size();
    }
    return bytes;
  }

  /** Short, for Flink's logs. */
  @Override
  public String toString() {
    return "split " + splitId + " (" + files.size() + " files, position " + position + ")";
  }
}
