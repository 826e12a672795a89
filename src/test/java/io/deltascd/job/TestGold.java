package io.deltascd.job;

import io.deltascd.config.TableLocation;
import io.deltascd.model.CommitId;
import io.deltascd.model.DataFile;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.Totals;
import io.deltascd.table.DataFileWriter;
import io.deltascd.table.GoldFixture;
import io.deltascd.table.GoldPartition;
import io.deltascd.table.GoldSchema;
import io.deltascd.table.GoldTable;
import io.deltascd.table.SilverTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.TimestampData;

/** A gold of a silver table, made without a job. */
final class TestGold {
  private final TableLocation location;
  private final GoldSchema schema;
  private final GoldTable gold;

  private TestGold(TableLocation location, GoldSchema schema, GoldTable gold) {
    this.location = location;
    this.schema = schema;
    this.gold = gold;
  }

  /** Creates it, without rows, as the pipeline of this name does. */
  static TestGold create(Path gold, Path silver, String pipeline, List<String> keys, long start)
      throws IOException {
    TableLocation location = new TableLocation(gold.toString(), Map.of());
    SilverTable table = SilverTable.open(new TableLocation(silver.toString(), Map.of()));
    GoldSchema schema = GoldFixture.schemaOf(table.snapshot(table.latestVersion()).rowType(), keys);
    String tableId = table.tableId(start);
    return new TestGold(
        location,
        schema,
        GoldTable.createOrOpen(
            location,
            schema,
            Progress.created(pipeline, "scd2", keys, schema.fingerprint(), start, tableId)));
  }

  /** A commit that brings gold to a version of silver. */
  TestGold standsAt(long silverVersion, long timeMicros, DataFile... files) throws Exception {
    Progress progress = gold.progress();
    CommitId parent = progress.newest();
    gold.commit(
        new GoldCommit(
            0,
            progress.pipelineId(),
            parent.next(),
            parent,
            GoldCommit.Kind.DATA,
            new SilverPosition(progress.silver().tableId(), silverVersion, timeMicros),
            List.of(files),
            Map.of(),
            Totals.NONE,
            List.of(),
            List.of(),
            null));
    return this;
  }

  /** A file with rows that have nulls for silver's columns. */
  DataFile file(boolean current, int rows) throws IOException {
    int columns = schema.file().getFieldCount();
    try (DataFileWriter writer =
        new DataFileWriter(location, schema, GoldPartition.of(schema, current), "0")) {
      for (int i = 0; i < rows; i++) {
        GenericRowData row = new GenericRowData(columns);
        row.setField(columns - 2, TimestampData.fromEpochMillis(0));
        writer.write(row);
      }
      return writer.finish();
    }
  }
}
