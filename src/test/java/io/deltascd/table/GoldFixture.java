package io.deltascd.table;

import io.deltascd.config.TableLocation;
import io.deltascd.model.CommitId;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.roaringbitmap.RoaringBitmap;

/** A gold of (id, name) in a directory, for tests. */
final class GoldFixture {
  static final RowType SILVER =
      RowType.of(
          false,
          new org.apache.flink.table.types.logical.LogicalType[] {
            new BigIntType(false), new VarCharType(true, VarCharType.MAX_LENGTH)
          },
          new String[] {"id", "name"});
  static final GoldSchema SCHEMA = GoldSchema.of(SILVER, List.of("id"));

  final TableLocation location;

  GoldFixture(Path directory) {
    this.location = new TableLocation(directory.toString(), Map.of());
  }

  static Progress fresh() {
    return Progress.created("test", "scd2", SCHEMA.keys(), SCHEMA.fingerprint(), 0, "silver-id");
  }

  GoldTable create() throws IOException {
    return GoldTable.createOrOpen(location, SCHEMA, GoldFixture::fresh);
  }

  /** A file with these ids, all valid from the epoch. */
  DataFile file(boolean current, long... ids) throws IOException {
    try (GoldFileWriter writer = new GoldFileWriter(location, SCHEMA, current, "0")) {
      for (long id : ids) {
        writer.write(row(id, current));
      }
      return writer.finish();
    }
  }

  static RowData row(long id, boolean current) {
    return GenericRowData.of(
        id,
        StringData.fromString("name " + id),
        TimestampData.fromEpochMillis(0),
        current ? null : TimestampData.fromEpochMillis(1000));
  }

  /** The next commit of gold. */
  static GoldCommit next(GoldTable gold, List<DataFile> files, Map<FileId, RoaringBitmap> marks) {
    CommitId parent = gold.progress().newest();
    return new GoldCommit(
        0,
        gold.progress().pipelineId(),
        parent.next(),
        parent,
        GoldCommit.Kind.DATA,
        new SilverPosition("silver-id", parent.sequence() + 1, 1000 * parent.sequence()),
        files,
        marks,
        new Totals(1, 2, 3, 4));
  }

  /** The ids in gold, sorted. */
  List<Long> ids() throws Exception {
    return ids(OptionalLong.empty());
  }

  List<Long> ids(OptionalLong version) throws Exception {
    return rows(version).stream().map(row -> row.getLong(0)).sorted().toList();
  }

  List<RowData> rows(OptionalLong version) throws Exception {
    List<RowData> all = new ArrayList<>();
    try (TableRows rows = TableReader.open(location, version).rows()) {
      rows.forEachRemaining(all::add);
    }
    return all;
  }
}
