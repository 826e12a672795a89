package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.types.StructType;
import io.deltascd.config.TableLocation;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileChange.Action;
import io.deltascd.model.SilverSchema;
import java.io.IOException;
import java.util.List;
import org.apache.flink.table.types.logical.RowType;

/**
 * Rows of one version of a table, with some of its columns, to be read any number of times.
 * Silver's are of the kind {@link org.apache.flink.types.RowKind#INSERT}, gold's of {@code DELETE},
 * so that what is left of both once equal ones are taken out says what gold lacks and has beyond.
 */
public final class VersionRows {
  private final RowType type;
  private final FeedCommit.Opener opener;

  private VersionRows(RowType type, FeedCommit.Opener opener) {
    this.type = type;
    this.opener = opener;
  }

  /**
   * All rows of silver.
   *
   * @param columns in the order that they are wanted in
   */
  public static VersionRows ofSilver(
      TableLocation silver, SilverSnapshot snapshot, List<String> columns) {
    StructType all = DeltaTypes.structType(snapshot.schema().json());
    SilverSchema schema =
        new SilverSchema(
            snapshot.schema().id(),
            DataTypeJsonSerDe.serializeStructType(
                new StructType(columns.stream().map(all::get).toList())),
            snapshot.schema().partitionColumns(),
            snapshot.schema().columnMappingMode());
    ChangeFileReader reader = ChangeFileReader.ofSilver(silver, schema);
    return new VersionRows(
        DeltaTypes.rowType(schema.json()),
        () ->
            new FileRows(
                snapshot.files(),
                file -> reader.open(file.as(Action.RESYNC_AFTER), snapshot.version())));
  }

  /** All rows of gold; the rest as for {@link #ofSilver}. */
  static VersionRows ofGold(
      TableLocation gold, Snapshot snapshot, List<GoldFile> files, List<String> columns) {
    SilverSchema schema = GoldIndex.columns(snapshot, snapshot.getVersion(), columns);
    return ofGold(ChangeFileReader.ofGold(gold, schema), schema, files);
  }

  /**
   * Gold's current rows; the rest as for {@link #ofSilver}.
   *
   * @param files those that may have such
   */
  static VersionRows ofCurrent(
      TableLocation gold,
      Snapshot snapshot,
      GoldLayout layout,
      List<GoldFile> files,
      List<String> columns) {
    SilverSchema schema = GoldIndex.columns(snapshot, snapshot.getVersion(), columns);
    return ofGold(layout.reader(gold, schema, true), schema, files);
  }

  private static VersionRows ofGold(
      ChangeFileReader reader, SilverSchema schema, List<GoldFile> files) {
    List<FileChange> changes = files.stream().map(file -> file.read(Action.RESYNC_BEFORE)).toList();
    return new VersionRows(
        DeltaTypes.rowType(schema.json()),
        () -> new FileRows(changes, file -> reader.open(file, schema.id())));
  }

  /** The columns of the rows. */
  public RowType type() {
    return type;
  }

  /** The number of rows. */
  long count() throws IOException {
    long count = 0;
    try (ChangeRows rows = open()) {
      while (rows.next()) {
        count++;
      }
    }
    return count;
  }

  /** The rows, from the first one on. */
  ChangeRows open() throws IOException {
    return opener.open();
  }
}
