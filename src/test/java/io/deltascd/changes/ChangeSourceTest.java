package io.deltascd.changes;

import static io.deltascd.table.SmallTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceConfig.Bounded.Mode;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.config.TestSource;
import io.deltascd.config.TestTarget;
import io.deltascd.model.ModelTypes;
import io.deltascd.model.PipelineException;
import io.deltascd.model.WireRecord;
import io.deltascd.table.SilverTable;
import io.deltascd.table.SmallTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The source in a running job. */
class ChangeSourceTest {
  /** What each subtask saw, in order: records as text, watermarks as numbers. */
  private static final Map<Integer, List<Object>> SEEN = new ConcurrentHashMap<>();

  @TempDir Path directory;
  private SmallTable table;

  @BeforeEach
  void createTable() throws IOException {
    SEEN.clear();
    table = SmallTable.withFeed(directory);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void rowsThenVersions(int parallelism) throws Exception {
    String a = table.write("a.parquet", row(1L, "a"), row(2L, "b"));
    String b = table.write("b.parquet", row(3L, "c"));
    table.commit(table.add(a), table.add(b)); // 1
    String cdc =
        table.writeCdc(
            "_change_data/c.parquet",
            row(1L, "a", "update_preimage"),
            row(1L, "A", "update_postimage"));
    String c = table.write("c.parquet", row(1L, "A"), row(2L, "b"));
    table.commit(table.remove(a), table.add(c), table.cdc(cdc)); // 2
    table.commit(table.file("add", "d.parquet", "{}", false, null)); // 3: OPTIMIZE
    table.commit(table.remove(b)); // 4
    table.commit(SmallTable.feed(true)); // 5: no rows

    run(parallelism, 1, List.of("id"));

    assertThat(SEEN).hasSize(parallelism);
    assertThat(SEEN.values().stream().flatMap(List::stream).filter(String.class::isInstance))
        .containsExactlyInAnyOrder(
            "SNAPSHOT +I 1 1 a @1001000",
            "SNAPSHOT +I 1 2 b @1001000",
            "SNAPSHOT +I 1 3 c @1001000",
            "CHANGE -U 2 1 a @1002000",
            "CHANGE +U 2 1 A @1002000",
            "CHANGE -D 4 3 c @1004000");
    for (List<Object> seen : SEEN.values()) {
      checkOrder(seen);
    }
  }

  /** No row of a version after its watermark, and the last version before the end. */
  private static void checkOrder(List<Object> seen) {
    List<Long> watermarks = new ArrayList<>();
    for (Object what : seen) {
      if (what instanceof Long watermark) {
        watermarks.add(watermark);
      } else {
        long version = Long.parseLong(((String) what).split(" ", -1)[2]);
        assertThat(watermarks).allMatch(watermark -> watermark < version);
      }
    }
    assertThat(watermarks).isSorted().endsWith(5L, Long.MAX_VALUE);
    assertThat(watermarks.get(0)).isGreaterThanOrEqualTo(1);
  }

  @Test
  void manyVersionsAndFiles() throws Exception {
    int expected = 0;
    for (int version = 1; version <= 30; version++) {
      String[] adds = new String[1 + version % 3];
      adds[0] = "{\"commitInfo\":{}}";
      for (int i = 1; i < adds.length; i++) {
        String path = table.write(version + "-" + i + ".parquet", row((long) expected++, "x"));
        adds[i] = table.add(path);
      }
      table.commit(adds);
    }
    run(2, 0, List.of("id"));
    assertThat(SEEN.values().stream().flatMap(List::stream).filter(String.class::isInstance))
        .hasSize(expected)
        .doesNotHaveDuplicates();
    for (List<Object> seen : SEEN.values()) {
      assertThat(seen).endsWith(30L, Long.MAX_VALUE);
    }
  }

  @Test
  void emptyTable() throws Exception {
    run(2, 0, List.of("id"));
    assertThat(SEEN.values()).allMatch(seen -> seen.equals(List.of(0L, Long.MAX_VALUE)));
  }

  @Test
  void nullKeyFailsForGood() throws IOException {
    table.commit(table.add(table.write("a.parquet", row(null, "a"))));
    assertThatThrownBy(() -> run(1, 0, List.of("id")))
        .hasStackTraceContaining("The failure is not recoverable")
        .hasStackTraceContaining("null in key column id")
        .hasStackTraceContaining("a.parquet, version 1")
        .hasStackTraceContaining(PipelineException.class.getName())
        // What Flink shows first is the error itself.
        .satisfies(
            error ->
                assertThat(ExceptionUtils.stringifyException(error))
                    .doesNotContain("One or more fetchers"));
  }

  @Test
  void aRowWithoutAKeyIsLeftOutIfSettingsSaySo() throws Exception {
    table.commit(table.add(table.write("a.parquet", row(null, "a"), row(1L, "b"))));
    run(1, 0, List.of("id"), OnNullKey.SKIP);
    assertThat(SEEN.get(0).stream().filter(String.class::isInstance))
        .containsExactly("CHANGE +I 1 1 b @1001000");
  }

  private void run(int parallelism, long startVersion, List<String> keys) throws Exception {
    run(parallelism, startVersion, keys, OnNullKey.FAIL);
  }

  @SuppressWarnings("try") // close() may be interrupted
  private void run(int parallelism, long startVersion, List<String> keys, OnNullKey onNullKey)
      throws Exception {
    SourceConfig source =
        TestSource.of(table.location())
            .bounded(new Bounded(Mode.VERSION, SilverTable.open(table.location()).latestVersion()))
            .discoveryInterval(Duration.ofMillis(50))
            .config();
    TargetConfig target =
        TestTarget.of(new TableLocation(table.root() + "-gold", Map.of()))
            .keys(keys)
            .onNullKey(onNullKey)
            .config();
    Configuration options = new Configuration();
    options.setString("pipeline.generic-types", "false");
    // Errors that may pass are tried again, a few times.
    options.setString("restart-strategy.type", "fixed-delay");
    options.setString("restart-strategy.fixed-delay.attempts", "3");
    options.setString("restart-strategy.fixed-delay.delay", "10 ms");
    try (StreamExecutionEnvironment job =
        StreamExecutionEnvironment.createLocalEnvironment(parallelism, options)) {
      job.setRuntimeMode(RuntimeExecutionMode.STREAMING);
      job.fromSource(
              new ChangeSource(source, target, TestSplits.start(startVersion)),
              WatermarkStrategy.noWatermarks(),
              "changes")
          .transform("recorder", ModelTypes.WIRE_RECORD, new Recorder())
          .sinkTo(new DiscardingSink<>());
      job.execute();
    }
  }

  /** Chained to the source, so that it sees what one reader emits, in order. */
  private static final class Recorder extends AbstractStreamOperator<WireRecord>
      implements OneInputStreamOperator<WireRecord, WireRecord> {
    private static final long serialVersionUID = 1L;

    private List<Object> seen() {
      return SEEN.computeIfAbsent(
          getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(), key -> new ArrayList<>());
    }

    @Override
    public void processElement(StreamRecord<WireRecord> element) {
      WireRecord record = element.getValue();
      BinaryRowData row = new BinaryRowData(2);
      row.pointTo(MemorySegmentFactory.wrap(record.row()), 0, record.row().length);
      seen()
          .add(
              "%s %s %d %d %s @%d"
                  .formatted(
                      record.kind(),
                      record.rowKind().shortString(),
                      record.version(),
                      row.getLong(0),
                      row.getString(1),
                      element.getTimestamp()));
    }

    @Override
    public void processWatermark(Watermark mark) {
      seen().add(mark.getTimestamp());
    }
  }
}
