package io.deltascd.changes;

import io.deltascd.model.FileChange;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.WireRecord;
import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * Some of the files of one version of silver, or its word that it has other columns; or some files
 * of gold, which stand for the version that gold stands at: all of them, before any change, or
 * those that were rewritten, before the changes that are not yet planned.
 *
 * @param splitId unique in a job: version and ordinal; of gold's rewritten files gold's version
 * @param version of silver
 * @param timeMicros commit time of the version, in microseconds since the epoch
 * @param schema of the rows; of gold's files the columns that are read, named after the version of
 *     gold
 * @param files to read, in this order; at least one
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

  /** The same split under another name. */
  ChangeSplit named(String newId) {
    return new ChangeSplit(newId, version, timeMicros, schema, files, position);
  }

  /** What its rows become. */
  WireRecord.Kind kind() {
    return switch (files.get(0).action()) {
      case SNAPSHOT -> WireRecord.Kind.SNAPSHOT;
      case INDEX -> WireRecord.Kind.INDEX;
      case MOVED -> WireRecord.Kind.MOVED;
      case RESYNC_BEFORE, RESYNC_AFTER -> WireRecord.Kind.RESYNC;
      case ADD, REMOVE, CDC, MARK -> WireRecord.Kind.CHANGE;
      case SCHEMA -> WireRecord.Kind.SCHEMA;
    };
  }

  /** Whether its rows are there from the start. Then there is no version before it. */
  boolean isInitial() {
    return switch (kind()) {
      case SNAPSHOT, INDEX, RESYNC -> true;
      case CHANGE, REJECTED, SCHEMA, MOVED -> false;
    };
  }

  /** Whether its rows tell where gold's current rows lie. */
  boolean isOfPositions() {
    return kind() == WireRecord.Kind.INDEX || kind() == WireRecord.Kind.MOVED;
  }

  /** Whether its files are gold's. */
  boolean isOfGold() {
    return switch (files.get(0).action()) {
      case INDEX, MOVED, RESYNC_BEFORE -> true;
      case SNAPSHOT, ADD, REMOVE, CDC, MARK, SCHEMA, RESYNC_AFTER -> false;
    };
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
