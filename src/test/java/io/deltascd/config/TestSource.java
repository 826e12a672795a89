package io.deltascd.config;

import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceConfig.ResyncPolicy;
import io.deltascd.config.SourceConfig.Startup;
import io.deltascd.config.SourceConfig.StartupMode;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * The {@code source} section of a test's pipeline: what the test says, and else the defaults of a
 * pipeline file.
 */
public final class TestSource {
  private final TableLocation silver;
  private Startup startup = Startup.of(StartupMode.INITIAL);
  private Bounded bounded = new Bounded(Bounded.Mode.UNBOUNDED, -1);
  private ChangeCapture capture = ChangeCapture.AUTO;
  private ResyncPolicy resync = ResyncPolicy.NEVER;
  private Duration discoveryInterval = Duration.ofSeconds(1);
  private long acceptVersion = SourceConfig.ACCEPTS_NONE;

  private TestSource(TableLocation silver) {
    this.silver = silver;
  }

  /** With the defaults. */
  public static TestSource of(TableLocation silver) {
    return new TestSource(silver);
  }

  /** With everything as another one has it. */
  public static TestSource like(SourceConfig other) {
    TestSource source = new TestSource(other.silver());
    source.startup = other.startup();
    source.bounded = other.bounded();
    source.capture = other.capture();
    source.resync = other.resync();
    source.discoveryInterval = other.discoveryInterval();
    source.acceptVersion = other.acceptVersion();
    return source;
  }

  public TestSource startup(Startup where) {
    startup = where;
    return this;
  }

  public TestSource bounded(Bounded end) {
    bounded = end;
    return this;
  }

  public TestSource capture(ChangeCapture changes) {
    capture = changes;
    return this;
  }

  public TestSource discoveryInterval(Duration interval) {
    discoveryInterval = interval;
    return this;
  }

  /** Changes of columns that gold cannot follow by itself are accepted up to that version. */
  public TestSource accepting(long version) {
    acceptVersion = version;
    return this;
  }

  /** A pipeline whose section is another one. */
  public static PipelineConfig in(PipelineConfig pipeline, UnaryOperator<TestSource> change) {
    SourceConfig changed = change.apply(like(pipeline.source())).config();
    return new PipelineConfig(pipeline.name(), changed, pipeline.target(), pipeline.flink());
  }

  /** The section. */
  public SourceConfig config() {
    return new SourceConfig(
        silver, startup, bounded, capture, resync, discoveryInterval, acceptVersion);
  }
}
