package io.deltascd.sink;

import static io.deltascd.history.Rows.change;
import static io.deltascd.history.Rows.snapshot;
import static io.deltascd.history.Rows.time;
import static org.apache.flink.types.RowKind.DELETE;
import static org.apache.flink.types.RowKind.INSERT;
import static org.apache.flink.types.RowKind.UPDATE_AFTER;
import static org.apache.flink.types.RowKind.UPDATE_BEFORE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltascd.config.DeadLetterConfig;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.config.TestSource;
import io.deltascd.config.TestTarget;
import io.deltascd.history.Rows;
import io.deltascd.model.CommitId;
import io.deltascd.model.DataFile;
import io.deltascd.model.DeadLetterProgress;
import io.deltascd.model.FileId;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.HistorySettings.Deletes;
import io.deltascd.model.HistorySettings.DuplicateKeys;
import io.deltascd.model.IndexEntry;
import io.deltascd.model.Key;
import io.deltascd.model.ModelTypes;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.SourceEnd;
import io.deltascd.model.StartPoint;
import io.deltascd.model.StateOrigin;
import io.deltascd.model.Totals;
import io.deltascd.model.WireRecord;
import io.deltascd.table.DeadLetterSchema;
import io.deltascd.table.DeadLetterTable;
import io.deltascd.table.GoldSchema;
import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.core.io.SimpleVersionedSerializerTypeSerializerProxy;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle.StateMetaInfo;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;

@SuppressWarnings("try") // a harness may be interrupted while it closes
class GoldOperatorTest {
  private static final UUID PIPELINE = new UUID(1, 2);
  private static final StartPoint START =
      new StartPoint(
          PIPELINE,
          "test",
          0,
          new CommitId(0, new UUID(3, 4)),
          SilverPosition.none("silver"),
          null,
          false);

  @TempDir private Path directory;
  private SilverWriter silver;
  private long checkpoint;

  @BeforeEach
  void createSilver() {
    silver =
        SilverWriter.create(
            directory.resolve("silver"),
            SilverSpec.of(
                new Column("id", ColumnType.LONG),
                new Column("name", ColumnType.STRING),
                new Column("stock", ColumnType.INTEGER)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void columnsComeWithTheirVersion(String backend) throws Exception {
    long added = silver.addColumn(new Column("note", ColumnType.STRING));
    OperatorSubtaskState state;
    try (Harness operator = open(null, backend(backend))) {
      operator.processElement(row(change(INSERT, 0, 7, "Mouse", 5)));
      operator.processWatermark(0);
      assertThat(barrier(operator).changes().schemas()).isEmpty();
      operator.processElement(schema(added));
      operator.processElement(noted(UPDATE_BEFORE, added + 1, "Mouse", null));
      operator.processElement(noted(UPDATE_AFTER, added + 1, "Mouse", "new"));
      assertThat(barrier(operator).changes().schemas()).as("not yet complete").isEmpty();
      state = operator.snapshot(1, 1);
    }
    try (Harness operator = open(state, backend(backend))) {
      operator.processWatermark(added);
      WriteResult columns = barrier(operator);
      assertThat(columns.changes().highestTouched()).isEqualTo(added);
      assertThat(columns.changes().schemas()).extracting(SilverSchema::id).containsExactly(added);
      operator.processWatermark(added + 1);
      operator.processElement(row(change(INSERT, added + 2, 8, "Rat", 1))); // of the first columns
      operator.processWatermark(added + 2);
      WriteResult rows = barrier(operator);
      assertThat(rows.changes().schemas()).isEmpty();
      assertThat(rows(rows)).containsExactly("false:1", "true:2");
      assertThat(rows.changes().files())
          .extracting(DataFile::stats)
          .allMatch(stats -> stats.contains("\"note\""));
      assertThat(rows.stopped()).isFalse();
      operator.processWatermark(SourceEnd.WATERMARK);
      WriteResult last = barrier(operator);
      assertThat(last.stopped()).isTrue();
      assertThat(last.finished()).isEqualTo(added + 2);
    }
  }

  private static StreamRecord<WireRecord> schema(long id) {
    return row(
        new WireRecord(
            WireRecord.Kind.SCHEMA, 0, INSERT, id, time(id), id, Key.OF_SCHEMA, new byte[0]));
  }

  private static StreamRecord<WireRecord> noted(
      RowKind kind, long version, String name, String note) {
    WireRecord like = change(kind, version, 7, name, 5);
    List<LogicalType> types = new ArrayList<>(Rows.COLUMNS.getChildren());
    types.add(new VarCharType(VarCharType.MAX_LENGTH));
    BinaryRowData data =
        new RowDataSerializer(types.toArray(LogicalType[]::new))
            .toBinaryRow(
                GenericRowData.of(
                    7L,
                    StringData.fromString(name),
                    5,
                    note == null ? null : StringData.fromString(note)));
    byte[] bytes = new byte[data.getSizeInBytes()];
    data.getSegments()[0].get(data.getOffset(), bytes);
    return row(
        new WireRecord(
            WireRecord.Kind.CHANGE, 0, kind, version, time(version), 1, like.key(), bytes));
  }

  @Test
  void decidesNothingBeforeTheVersionIsComplete() throws Exception {
    try (Harness operator = open(null, new HashMapStateBackend())) {
      operator.processElement(row(change(INSERT, 1, 7, "Mouse", 5)));
      WriteResult before = barrier(operator);
      assertThat(before.finished()).isEqualTo(Long.MIN_VALUE);
      assertThat(before.changes()).isEqualTo(WriteResult.Changes.NONE);

      operator.processWatermark(1);
      WriteResult after = barrier(operator);
      assertThat(after.finished()).isEqualTo(1);
      assertThat(after.changes().highestTouched()).isEqualTo(1);
      assertThat(after.changes().timeMicros()).isEqualTo(time(1));
      assertThat(after.changes().done()).isEqualTo(new Totals(1, 1, 0, 0));
      assertThat(rows(after)).containsExactly("true:1");
    }
  }

  @Test
  void takesTheLargestWatermarkForNoVersion() throws Exception {
    try (Harness operator = open(null, new HashMapStateBackend())) {
      operator.processElement(row(change(INSERT, 1, 7, "Mouse", 5)));
      operator.processWatermark(Watermark.MAX_WATERMARK);
      operator.endInput();
      WriteResult last = result(operator);
      assertThat(last.finished()).isEqualTo(Long.MIN_VALUE);
      assertThat(last.changes().files()).isEmpty();
    }
  }

  @Test
  void sendsNothingAfterTheEndOfItsInput() throws Exception {
    try (Harness operator = open(null, new HashMapStateBackend())) {
      operator.processElement(row(change(INSERT, 1, 7, "Mouse", 5)));
      operator.processWatermark(1);
      operator.endInput();
      assertThat(rows(result(operator))).containsExactly("true:1");
      operator.prepareSnapshotPreBarrier(++checkpoint);
      assertThat(operator.extractOutputValues()).isEmpty();
    }
  }

  /** Versions 1 to 3 of a key in one go: two closed rows, one current one, and no marks. */
  @Test
  void writesOnlyTheLastCurrentRowBetweenTwoBarriers() throws Exception {
    try (Harness operator = open(null, new HashMapStateBackend())) {
      operator.processElement(row(change(INSERT, 1, 7, "Mouse", 5)));
      update(operator, 2, "Mouse", "Rat");
      update(operator, 3, "Rat", "Vole");
      operator.processWatermark(3);
      WriteResult result = barrier(operator);
      assertThat(rows(result)).containsExactly("false:2", "true:1");
      assertThat(result.changes().marks()).isEmpty();
    }
  }

  @Test
  void marksTheRowThatItReplacesInAFile() throws Exception {
    try (Harness operator = open(null, new HashMapStateBackend())) {
      operator.processElement(row(snapshot(0, 6, "Cat", 1)));
      operator.processElement(row(snapshot(0, 7, "Mouse", 5)));
      operator.processWatermark(0);
      DataFile first = barrier(operator).changes().files().get(0);
      update(operator, 1, "Mouse", "Rat");
      operator.processWatermark(1);
      WriteResult result = barrier(operator);
      assertThat(rows(result)).containsExactly("false:1", "true:1");
      assertThat(result.changes().marks()).containsOnlyKeys(first.id());
      assertThat(result.changes().marks().get(first.id()).toArray()).containsExactly(1);
    }
  }

  @Test
  void writesARowThatLivesAndDiesBetweenTwoBarriersAsClosedOnly() throws Exception {
    try (Harness operator = open(null, new HashMapStateBackend())) {
      operator.processElement(row(change(INSERT, 1, 7, "Mouse", 5)));
      operator.processElement(row(change(DELETE, 2, 7, "Mouse", 5)));
      operator.processWatermark(2);
      WriteResult result = barrier(operator);
      assertThat(rows(result)).containsExactly("false:1");
      assertThat(result.changes().marks()).isEmpty();
      operator.processElement(row(change(INSERT, 3, 7, "Mouse", 5)));
      operator.processWatermark(3);
      assertThat(rows(barrier(operator)))
          .as("no state is left of the key")
          .containsExactly("true:1");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void restoresWaitingRowsAndPositions(String backend) throws Exception {
    OperatorSubtaskState state;
    DataFile first;
    try (Harness operator = open(null, backend(backend))) {
      operator.processElement(row(snapshot(0, 7, "Mouse", 5)));
      operator.processElement(row(snapshot(0, 8, "Cat", 1)));
      operator.processWatermark(0);
      operator.processElement(row(change(UPDATE_BEFORE, 1, 7, "Mouse", 5)));
      operator.processElement(row(change(DELETE, 2, 8, "Cat", 1)));
      first = barrier(operator).changes().files().get(0);
      state = operator.snapshot(checkpoint, 0);
    }
    try (Harness operator = open(state, backend(backend))) {
      operator.processElement(row(change(UPDATE_AFTER, 1, 7, "Rat", 5)));
      operator.processWatermark(1);
      WriteResult result = barrier(operator);
      assertThat(result.finished()).isEqualTo(1);
      assertThat(rows(result)).containsExactly("false:1", "true:1");
      assertThat(result.changes().marks().get(first.id()).toArray()).containsExactly(0);
      operator.snapshot(checkpoint, 0);
      operator.processWatermark(2);
      WriteResult second = barrier(operator);
      assertThat(rows(second)).containsExactly("false:1");
      assertThat(second.changes().marks().get(first.id()).toArray()).containsExactly(1);
    }
  }

  @Test
  void drainsInSlicesAndHoldsTheWatermarkBackMeanwhile() throws Exception {
    try (Harness operator = open(null, new HashMapStateBackend())) {
      for (long id = 0; id < 5_000; id++) {
        operator.processElement(row(change(INSERT, 1, id, "Mouse", 5)));
      }
      operator.processElement(row(change(INSERT, 2, 5_000, "Mouse", 5)));
      operator.processWatermark(1);
      operator.processWatermark(2);
      assertThat(operator.getOutput()).isEmpty();
      runMails(operator);
      assertThat(operator.getOutput()).containsExactly(new Watermark(1), new Watermark(2));
      operator.getOutput().clear();
      WriteResult result = barrier(operator);
      assertThat(result.finished()).isEqualTo(2);
      assertThat(result.changes().done().opened()).isEqualTo(5_001);
    }
  }

  @Test
  void finishesADrainInPlaceWhenABarrierComes() throws Exception {
    try (Harness operator = open(null, new HashMapStateBackend())) {
      for (long id = 0; id < 5_000; id++) {
        operator.processElement(row(change(INSERT, 1, id, "Mouse", 5)));
      }
      operator.processWatermark(1);
      WriteResult result = barrier(operator);
      assertThat(result.finished()).isEqualTo(1);
      assertThat(result.changes().done().opened()).isEqualTo(5_000);
      runMails(operator);
      assertThat(barrier(operator).changes()).isEqualTo(WriteResult.Changes.NONE);
    }
  }

  /** As a start without state on a gold with Mouse at row 3 of a file, open since 1 s. */
  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void goesOnWithWhatGoldHas(String backend) throws Exception {
    FileId file = FileId.of("is_current=true/a.parquet");
    OperatorSubtaskState state;
    try (Harness operator = open(null, backend(backend))) {
      operator.processElement(row(entry(7, file, 3)));
      operator.processElement(row(entry(8, file, 5)));
      state = operator.snapshot(++checkpoint, 0);
    }
    try (Harness operator = open(state, backend(backend))) {
      operator.processElement(row(entry(9, file, 6)));
      operator.processWatermark(4);
      WriteResult filled = barrier(operator);
      assertThat(filled.finished()).isEqualTo(4);
      assertThat(filled.changes()).isEqualTo(WriteResult.Changes.NONE);

      update(operator, 5, "Mouse", "Mouse"); // nothing but a rewrite
      operator.processElement(row(change(DELETE, 5, 8, "Cat", 1)));
      operator.processElement(row(change(INSERT, 5, 10, "Dog", 2)));
      operator.processWatermark(5);
      WriteResult first = barrier(operator);
      assertThat(first.changes().done()).isEqualTo(new Totals(4, 1, 1, 1));
      assertThat(rows(first)).containsExactly("false:1", "true:1");
      assertThat(first.changes().marks().get(file).toArray()).containsExactly(5);

      update(operator, 6, "Mouse", "Rat");
      operator.processWatermark(6);
      WriteResult second = barrier(operator);
      assertThat(rows(second)).containsExactly("false:1", "true:1");
      assertThat(second.changes().marks().get(file).toArray()).containsExactly(3);
    }
  }

  private static WireRecord entry(long id, FileId file, long row) {
    return entry(WireRecord.Kind.INDEX, 2, 4, id, file, row);
  }

  /** As after a rewrite: gold's version and the silver version that it stood at. */
  private static StreamRecord<WireRecord> moved(
      long goldVersion, long version, long id, FileId file, long row) {
    return row(entry(WireRecord.Kind.MOVED, goldVersion, version, id, file, row));
  }

  private static WireRecord entry(
      WireRecord.Kind kind, long goldVersion, long version, long id, FileId file, long row) {
    return new IndexEntry(goldVersion, file, row, IndexEntry.UNKNOWN_VERSION)
        .toRecord(kind, 0, version, snapshot(4, id, "any", 0).key(), 1_000_000, IndexEntry.NO_ROW);
  }

  /** Rows 7 to 11 are written at version 0; others put them elsewhere. */
  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void knowsWhereRowsWereMovedTo(String backend) throws Exception {
    FileId rewritten = FileId.of("is_current=true/rewritten.parquet");
    FileId again = FileId.of("is_current=true/again.parquet");
    try (Harness operator = open(null, backend(backend))) {
      for (long id = 7; id < 12; id++) {
        operator.processElement(row(snapshot(0, id, "Mouse", 5)));
      }
      operator.processWatermark(0);
      FileId own = barrier(operator).changes().files().get(0).id();
      operator.processElement(row(change(DELETE, 1, 7, "Mouse", 5)));
      operator.processElement(row(change(UPDATE_BEFORE, 1, 8, "Mouse", 5)));
      operator.processElement(row(change(UPDATE_AFTER, 1, 8, "Rat", 5)));
      operator.processWatermark(1);
      // Gold is rewritten at silver version 0, before these changes are committed.
      operator.processElement(moved(2, 0, 7, rewritten, 0)); // closed since
      operator.processElement(moved(2, 0, 8, rewritten, 1)); // waits for its own file
      WriteResult first = barrier(operator);
      assertThat(first.changes().marks().get(own).toArray()).containsExactly(0, 1);
      FileId rat =
          first.changes().files().stream()
              .filter(file -> file.partitionValues().get("is_current").equals("true"))
              .findFirst()
              .orElseThrow()
              .id();
      operator.processElement(moved(2, 0, 8, rewritten, 1)); // comes once more
      operator.processElement(moved(2, 0, 9, rewritten, 2));
      operator.processElement(moved(4, 1, 10, again, 3)); // rewritten twice,
      operator.processElement(moved(2, 0, 10, rewritten, 3)); // and heard of in this order

      for (long id = 8; id < 12; id++) {
        operator.processElement(row(change(DELETE, 2, id, id == 8 ? "Rat" : "Mouse", 5)));
      }
      operator.processWatermark(2);
      WriteResult second = barrier(operator);
      assertThat(second.changes().marks())
          .containsOnly(
              Map.entry(rat, RoaringBitmap.bitmapOf(0)),
              Map.entry(rewritten, RoaringBitmap.bitmapOf(2)),
              Map.entry(again, RoaringBitmap.bitmapOf(3)),
              Map.entry(own, RoaringBitmap.bitmapOf(4)));
    }
  }

  /** Gold stands at another version until the leap is committed; its rows have the one leapt to. */
  @ParameterizedTest
  @ValueSource(longs = {5, 9, 100})
  void knowsWhereRowsWereMovedToInALeap(long goldStandsAt) throws Exception {
    long to = 9;
    // As the source has it.
    long version = Math.min(goldStandsAt, to - 1);
    FileId before = FileId.of("is_current=true/before.parquet");
    FileId rewritten = FileId.of("is_current=true/rewritten.parquet");
    try (Harness operator = open(null, new HashMapStateBackend())) {
      for (long id = 7; id < 10; id++) {
        operator.processElement(row(entry(WireRecord.Kind.INDEX, 2, to, id, before, id)));
      }
      operator.processElement(row(resync(DELETE, to, 8, "Mouse")));
      operator.processElement(row(resync(INSERT, to, 8, "Rat")));
      operator.processWatermark(to);
      operator.processElement(moved(3, version, 7, rewritten, 0));
      WriteResult leap = barrier(operator);
      FileId own =
          leap.changes().files().stream()
              .filter(file -> file.partitionValues().get("is_current").equals("true"))
              .findFirst()
              .orElseThrow()
              .id();
      operator.processElement(moved(3, version, 8, rewritten, 1));
      operator.processElement(moved(3, version, 9, rewritten, 2));
      for (long id = 7; id < 10; id++) {
        operator.processElement(row(change(DELETE, to + 1, id, id == 8 ? "Rat" : "Mouse", 5)));
      }
      operator.processWatermark(to + 1);
      assertThat(leap.changes().marks()).containsOnly(Map.entry(before, RoaringBitmap.bitmapOf(8)));
      assertThat(barrier(operator).changes().marks())
          .containsOnly(
              Map.entry(own, RoaringBitmap.bitmapOf(0)),
              Map.entry(rewritten, RoaringBitmap.bitmapOf(0, 2)));
    }
  }

  private static WireRecord resync(RowKind kind, long version, long id, String name) {
    WireRecord row = change(kind, version, id, name, 5);
    return new WireRecord(
        WireRecord.Kind.RESYNC,
        row.target(),
        kind,
        version,
        row.timeMicros(),
        row.schemaId(),
        row.key(),
        row.row());
  }

  @Test
  void refusesTwoCurrentRowsForAKeyThatWasMoved() throws Exception {
    FileId file = FileId.of("is_current=true/a.parquet");
    try (Harness operator = open(null, new HashMapStateBackend())) {
      operator.processElement(row(snapshot(0, 7, "Mouse", 5)));
      operator.processWatermark(0);
      barrier(operator);
      operator.processElement(moved(2, 0, 7, file, 3));
      operator.processElement(moved(2, 0, 7, file, 3));
      assertThatThrownBy(() -> operator.processElement(moved(2, 0, 7, file, 4)))
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("Gold has two current rows for one key");
    }
  }

  @Test
  void refusesTwoCurrentRowsForAKey() throws Exception {
    FileId file = FileId.of("is_current=true/a.parquet");
    try (Harness operator = open(null, new HashMapStateBackend())) {
      operator.processElement(row(entry(7, file, 3)));
      assertThatThrownBy(() -> operator.processElement(row(entry(7, file, 4))))
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("Gold has two current rows for one key")
          .hasMessageContaining(directory.resolve("gold").toString());
    }
  }

  @Test
  void refusesStateThatIsNotOfOnePiece() throws Exception {
    OperatorSubtaskState state;
    try (Harness operator = unopened()) {
      operator.open();
      assertThatThrownBy(() -> operator.processWatermark(7))
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("A part of the job's state is missing")
          .hasMessageContaining("state of the source, but none of the history");
      state = operator.snapshot(++checkpoint, 0);
    }
    try (Harness operator = open(state, new HashMapStateBackend())) {
      assertThatThrownBy(() -> operator.processWatermark(StateOrigin.FRESH))
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("state of the history, but none of the source");
    }
  }

  /** With union state Flink fails every checkpoint while only some subtasks have ended. */
  @Test
  void letsSubtasksEndOneAfterTheOther() throws Exception {
    try (Harness operator = open(null, new HashMapStateBackend())) {
      operator.processElement(row(snapshot(0, 7, "Mouse", 5)));
      OperatorSubtaskState state = operator.snapshot(++checkpoint, 0);
      assertThat(state.getManagedOperatorState())
          .isNotEmpty()
          .allSatisfy(
              handle ->
                  assertThat(handle.getStateNameToPartitionOffsets().values())
                      .extracting(StateMetaInfo::getDistributionMode)
                      .isNotEmpty()
                      .doesNotContain(OperatorStateHandle.Mode.UNION));
    }
  }

  @Test
  void failsOnAKeyThatIsNotUnique() throws Exception {
    try (Harness operator = open(null, new HashMapStateBackend())) {
      operator.processElement(row(snapshot(0, 7, "Mouse", 5)));
      assertThatThrownBy(() -> operator.processElement(row(snapshot(0, 7, "Rat", 5))))
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("key id=7");
    }
  }

  /** Two rows of a key in the snapshot, and one more inserted later: the greatest stock counts. */
  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void keepsTheLastRowOfAKey(String backend) throws Exception {
    HistorySettings keepLast =
        new HistorySettings(
            null, null, null, null, null, null, DuplicateKeys.KEEP_LAST, List.of("stock"));
    OperatorSubtaskState state;
    DataFile first;
    try (Harness operator = open(null, backend(backend), keepLast)) {
      operator.processElement(row(snapshot(0, 7, "Rat", 6)));
      operator.processElement(row(snapshot(0, 7, "Vole", 5)));
      operator.processWatermark(0);
      WriteResult result = barrier(operator);
      assertThat(rows(result)).containsExactly("true:1");
      assertThat(result.changes().done()).isEqualTo(new Totals(0, 1, 0, 0));
      first = result.changes().files().get(0);
      state = operator.snapshot(checkpoint, 0);
    }
    try (Harness operator = open(state, backend(backend), keepLast)) {
      operator.processElement(row(change(INSERT, 1, 7, "Mouse", 1)));
      operator.processWatermark(1);
      WriteResult result = barrier(operator);
      assertThat(rows(result)).containsExactly("false:1", "true:1");
      assertThat(result.changes().marks()).containsOnlyKeys(first.id());
      assertThat(closedRow(result)).containsExactly("Rat", "6");
    }
  }

  /** What silver will not bring again has to come back from state. */
  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void remembersTheRowWhoseDeletionIsIgnored(String backend) throws Exception {
    HistorySettings ignore =
        new HistorySettings(null, null, Deletes.IGNORE, null, null, null, null, null);
    OperatorSubtaskState state;
    try (Harness operator = open(null, backend(backend), ignore)) {
      operator.processElement(row(snapshot(0, 7, "Mouse", 5)));
      operator.processElement(row(change(DELETE, 1, 7, "Mouse", 5)));
      operator.processWatermark(1);
      WriteResult result = barrier(operator);
      assertThat(rows(result)).containsExactly("true:1");
      assertThat(result.changes().done()).isEqualTo(new Totals(1, 1, 0, 0));
      state = operator.snapshot(checkpoint, 0);
    }
    try (Harness operator = open(state, backend(backend), ignore)) {
      operator.processElement(row(change(INSERT, 2, 7, "Rat", 6)));
      operator.processWatermark(2);
      WriteResult result = barrier(operator);
      assertThat(rows(result)).containsExactly("false:1", "true:1");
      assertThat(closedRow(result)).containsExactly("Mouse", "5");
    }
  }

  @Test
  void writesAFileForEachPartition() throws Exception {
    HistorySettings byName =
        new HistorySettings(
            null, null, null, null, null, List.of("is_current", "name"), null, null);
    try (Harness operator = open(null, new HashMapStateBackend(), byName)) {
      for (long id = 0; id < 100; id++) {
        operator.processElement(row(snapshot(0, id, "name " + id % 50, 5)));
      }
      operator.processElement(row(snapshot(0, 100, null, 5)));
      operator.processElement(row(change(UPDATE_BEFORE, 1, 3, "name 3", 5)));
      operator.processElement(row(change(UPDATE_AFTER, 1, 3, "name 4", 5)));
      operator.processWatermark(1);
      List<DataFile> files = barrier(operator).changes().files();
      // Fifty names and null, and a closed row.
      assertThat(files).hasSize(52);
      assertThat(files)
          .filteredOn(file -> "name 4".equals(file.partitionValues().get("name")))
          .singleElement()
          .satisfies(file -> assertThat(file.rows()).isEqualTo(3));
      assertThat(files)
          .filteredOn(file -> file.partitionValues().get("name") == null)
          .singleElement()
          .satisfies(
              file ->
                  assertThat(file.path())
                      .startsWith("is_current=true/name=__HIVE_DEFAULT_PARTITION__/part-"));
      assertThat(files)
          .filteredOn(file -> file.partitionValues().get("is_current").equals("false"))
          .singleElement()
          .satisfies(file -> assertThat(file.path()).startsWith("is_current=false/name=name%203/"));
    }
  }

  /** Name and stock of the only closed row, by the statistics of its file. */
  private static List<String> closedRow(WriteResult result) throws Exception {
    DataFile only =
        result.changes().files().stream()
            .filter(file -> file.partitionValues().get("is_current").equals("false"))
            .findFirst()
            .orElseThrow();
    JsonNode least = new ObjectMapper().readTree(only.stats()).get("minValues");
    return List.of(least.get("name").asText(), least.get("stock").asText());
  }

  private static void update(Harness operator, long version, String before, String after)
      throws Exception {
    operator.processElement(row(change(UPDATE_AFTER, version, 7, after, 5)));
    operator.processElement(row(change(UPDATE_BEFORE, version, 7, before, 5)));
  }

  private static StreamRecord<WireRecord> row(WireRecord row) {
    return new StreamRecord<>(row, row.timeMicros() / 1000);
  }

  private WriteResult barrier(Harness operator) throws Exception {
    operator.prepareSnapshotPreBarrier(++checkpoint);
    return result(operator);
  }

  private static WriteResult result(Harness operator) {
    List<WriteResult> results = new ArrayList<>(operator.extractOutputValues());
    operator.getOutput().clear();
    assertThat(results).hasSize(1);
    return results.get(0);
  }

  /** Partition and number of rows of each file. */
  private static List<String> rows(WriteResult result) {
    return result.changes().files().stream()
        .map(file -> file.partitionValues().get("is_current") + ":" + file.rows())
        .sorted()
        .toList();
  }

  private static void runMails(Harness operator) throws Exception {
    TaskMailbox mailbox = operator.getTaskMailbox();
    for (Optional<Mail> mail = mailbox.tryTake(0); mail.isPresent(); mail = mailbox.tryTake(0)) {
      mail.get().run();
    }
  }

  /** A row without a key waits for its version, as all others do. */
  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void keepsRejectedRows(String backend) throws Exception {
    createDeadLetters(-1, "silver");
    OperatorSubtaskState state;
    try (Harness operator = openWithLetters(null, backend(backend))) {
      operator.processElement(row(snapshot(0, 7, "Rat", 6)));
      operator.processElement(row(snapshot(0, 7, "Vole", 5)));
      operator.processElement(row(withoutKey(UPDATE_BEFORE, 1)));
      operator.processElement(row(withoutKey(UPDATE_BEFORE, 1)));
      operator.processWatermark(0);
      WriteResult result = barrier(operator);
      assertThat(letters(result)).containsExactly("insert 0 duplicate key");
      assertThat(result.changes().highestTouched()).isZero();
      assertThat(result.changes().done()).isEqualTo(new Totals(0, 1, 0, 0));
      state = operator.snapshot(checkpoint, 0);
    }
    try (Harness operator = openWithLetters(state, backend(backend))) {
      operator.processElement(row(change(DELETE, 1, 7, "Vole", 5)));
      operator.processWatermark(1);
      WriteResult result = barrier(operator);
      assertThat(letters(result))
          .containsExactlyInAnyOrder(
              "insert 0 duplicate key",
              "update_preimage 1 null key",
              "update_preimage 1 null key",
              "delete 1 duplicate key");
      assertThat(result.changes().highestTouched()).isEqualTo(1);
      assertThat(result.changes().files()).isEmpty();
      assertThat(barrier(operator).changes().deadLetters()).isEmpty();
    }
  }

  /** The program died after it had appended the rows of version 1, and before gold got them. */
  @ParameterizedTest
  @ValueSource(strings = {"silver", "another"})
  void dropsRejectedRowsThatAreInTheirTableAlready(String tableId) throws Exception {
    createDeadLetters(1, tableId);
    try (Harness operator = openWithLetters(null, new HashMapStateBackend())) {
      operator.processElement(row(withoutKey(INSERT, 1)));
      operator.processElement(row(withoutKey(INSERT, 2)));
      operator.processElement(row(change(INSERT, 1, 7, "Rat", 6)));
      operator.processElement(row(change(INSERT, 1, 7, "Vole", 5)));
      operator.processWatermark(2);
      WriteResult result = barrier(operator);
      assertThat(letters(result))
          .containsExactlyInAnyOrder(
              tableId.equals("silver")
                  ? new String[] {"insert 2 null key"}
                  : new String[] {
                    "insert 1 null key", "insert 1 duplicate key", "insert 2 null key"
                  });
      assertThat(rows(result)).containsExactly("true:1");
    }
  }

  private static WireRecord withoutKey(RowKind kind, long version) {
    WireRecord row = change(kind, version, 7, "Mouse", 5);
    return new WireRecord(
        WireRecord.Kind.REJECTED,
        0,
        kind,
        version,
        row.timeMicros(),
        0,
        Key.ofRowWithoutKey(row.row()),
        row.row());
  }

  private TableLocation letterTable() {
    return new TableLocation(directory.resolve("letters").toString(), Map.of());
  }

  private void createDeadLetters(long silverVersion, String tableId) throws Exception {
    DeadLetterTable.createOrOpen(
        letterTable(),
        DeadLetterSchema.of(Rows.COLUMNS),
        new DeadLetterProgress(1, PIPELINE, "test", silverVersion, List.of(), tableId, null));
  }

  /** Change type, version and reason of each row in the table once it has those of a result. */
  private List<String> letters(WriteResult result) throws Exception {
    CommitId parent = new CommitId(result.finished(), new UUID(0, 0));
    DeadLetterTable.open(letterTable())
        .append(
            new GoldCommit(
                0,
                PIPELINE,
                parent.next(),
                parent,
                GoldCommit.Kind.PROGRESS,
                new SilverPosition("silver", result.finished(), 0),
                List.of(),
                Map.of(),
                Totals.NONE,
                result.changes().deadLetters(),
                result.changes().schemas(),
                null));
    List<String> letters = new ArrayList<>();
    for (Map<String, Object> row : DeltaRows.of(directory.resolve("letters"))) {
      letters.add(
          row.get("_change_type") + " " + row.get("_commit_version") + " " + row.get("reason"));
      assertThat(row).containsEntry("id", 7L).containsKeys("name", "stock", "_commit_timestamp");
    }
    return letters;
  }

  private Harness openWithLetters(OperatorSubtaskState state, StateBackend backend)
      throws Exception {
    HistorySettings keepLast =
        new HistorySettings(
            null, null, null, null, null, null, DuplicateKeys.KEEP_LAST, List.of("stock"));
    return open(state, backend, target(keepLast, new DeadLetterConfig(letterTable(), true)));
  }

  private static StateBackend backend(String name) {
    return name.equals("rocksdb") ? new EmbeddedRocksDBStateBackend() : new HashMapStateBackend();
  }

  private Harness unopened() throws Exception {
    Harness harness = new Harness(source(), target(HistorySettings.DEFAULT));
    harness.setup(new SimpleVersionedSerializerTypeSerializerProxy<>(WriteResultCodec::new));
    return harness;
  }

  private Harness open(OperatorSubtaskState state, StateBackend backend) throws Exception {
    return open(state, backend, HistorySettings.DEFAULT);
  }

  private Harness open(OperatorSubtaskState state, StateBackend backend, HistorySettings history)
      throws Exception {
    return open(state, backend, target(history));
  }

  private Harness open(OperatorSubtaskState state, StateBackend backend, TargetConfig target)
      throws Exception {
    Harness harness = new Harness(source(), target);
    harness.setStateBackend(backend);
    harness.setup(new SimpleVersionedSerializerTypeSerializerProxy<>(WriteResultCodec::new));
    harness.initializeState(state);
    harness.open();
    if (state == null) {
      harness.processWatermark(StateOrigin.FRESH);
    }
    return harness;
  }

  private SourceConfig source() {
    return TestSource.of(new TableLocation(directory.resolve("silver").toString(), Map.of()))
        .config();
  }

  private TargetConfig target(HistorySettings history) {
    return target(history, null);
  }

  private TargetConfig target(HistorySettings history, DeadLetterConfig deadLetters) {
    MemorySize size = MemorySize.ofMebiBytes(1);
    return TestTarget.of(new TableLocation(directory.resolve("gold").toString(), Map.of()))
        .keys(Rows.KEYS)
        .history(history)
        .onNullKey(deadLetters == null ? OnNullKey.FAIL : OnNullKey.DEAD_LETTER)
        .memory(size)
        .fileSize(size)
        .deadLetters(deadLetters)
        .config();
  }

  /** The operator as subtask 0 of 1. */
  private static final class Harness
      extends KeyedOneInputStreamOperatorTestHarness<Key, WireRecord, WriteResult> {

    Harness(SourceConfig source, TargetConfig target) throws Exception {
      super(
          new GoldOperatorFactory(
              source, target, GoldSchema.of(Rows.COLUMNS, Rows.KEYS, target.history()), START),
          WireRecord::key,
          ModelTypes.KEY,
          8,
          1,
          0);
    }
  }
}
