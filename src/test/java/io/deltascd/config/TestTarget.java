package io.deltascd.config;

import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.model.HistorySettings;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.annotation.Nullable;
import org.apache.flink.configuration.MemorySize;

/**
 * The {@code target} section of a test's pipeline: what the test says, and else the defaults of a
 * pipeline file, with the key {@code id} and without compaction.
 */
public final class TestTarget {
  private int ordinal;
  private final TableLocation gold;
  private List<String> keys = List.of("id");
  private HistorySettings history = HistorySettings.DEFAULT;
  private OnNullKey onNullKey = OnNullKey.FAIL;
  private Duration minCommitInterval = Duration.ZERO;
  private MemorySize alignMemory = MemorySize.ofMebiBytes(64);
  private MemorySize writeMemory = MemorySize.ofMebiBytes(64);
  private MemorySize fileSize = MemorySize.ofMebiBytes(128);
  @Nullable private CompactionConfig compaction;
  @Nullable private DeadLetterConfig deadLetters;
  private boolean adopt;

  private TestTarget(TableLocation gold) {
    this.gold = gold;
  }

  /** With the defaults. */
  public static TestTarget of(TableLocation gold) {
    return new TestTarget(gold);
  }

  /** With everything as another one has it. */
  public static TestTarget like(TargetConfig other) {
    TestTarget target = new TestTarget(other.gold());
    target.ordinal = other.ordinal();
    target.keys = other.keys();
    target.history = other.history();
    target.onNullKey = other.onNullKey();
    target.minCommitInterval = other.minCommitInterval();
    target.alignMemory = other.alignMemory();
    target.writeMemory = other.writeMemory();
    target.fileSize = other.fileSize();
    target.compaction = other.compaction();
    target.deadLetters = other.deadLetters();
    target.adopt = other.adopt();
    return target;
  }

  public TestTarget ordinal(int place) {
    ordinal = place;
    return this;
  }

  public TestTarget keys(List<String> columns) {
    keys = columns;
    return this;
  }

  public TestTarget history(HistorySettings settings) {
    history = settings;
    return this;
  }

  public TestTarget onNullKey(OnNullKey policy) {
    onNullKey = policy;
    return this;
  }

  public TestTarget minCommitInterval(Duration interval) {
    minCommitInterval = interval;
    return this;
  }

  /** Both heaps of a subtask. */
  public TestTarget memory(MemorySize size) {
    alignMemory = size;
    writeMemory = size;
    return this;
  }

  public TestTarget alignMemory(MemorySize size) {
    alignMemory = size;
    return this;
  }

  public TestTarget writeMemory(MemorySize size) {
    writeMemory = size;
    return this;
  }

  public TestTarget fileSize(MemorySize size) {
    fileSize = size;
    return this;
  }

  public TestTarget compaction(CompactionConfig settings) {
    compaction = settings;
    return this;
  }

  /** Rejected rows are kept there; nowhere if null. */
  public TestTarget deadLetters(@Nullable DeadLetterConfig settings) {
    deadLetters = settings;
    return this;
  }

  public TestTarget adopting() {
    adopt = true;
    return this;
  }

  /** A pipeline whose section is another one. */
  public static PipelineConfig in(PipelineConfig pipeline, UnaryOperator<TestTarget> change) {
    TargetConfig changed = change.apply(like(pipeline.target())).config();
    return new PipelineConfig(pipeline.name(), pipeline.source(), changed, pipeline.flink());
  }

  /** The section. */
  public TargetConfig config() {
    return new TargetConfig(
        ordinal,
        gold,
        keys,
        history,
        onNullKey,
        minCommitInterval,
        alignMemory,
        writeMemory,
        fileSize,
        compaction,
        deadLetters,
        adopt);
  }
}
