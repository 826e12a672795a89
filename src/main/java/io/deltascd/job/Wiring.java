package io.deltascd.job;

import io.deltascd.config.PipelineConfig;
import io.deltascd.config.TableLocation;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Where the commands meet the rest of the program. */
final class Wiring {

  static final PipelineRunner RUNNER = Wiring::run;

  static final Tables TABLES =
      new Tables() {
        @Override
        public Rows open(TableLocation table, OptionalLong version) {
          throw new UnsupportedOperationException("Tables are not wired yet");
        }

        @Override
        public OptionalLong silverVersion(TableLocation gold) {
          throw new UnsupportedOperationException("Tables are not wired yet");
        }
      };

  private Wiring() {}

  private static Optional<RunSummary> run(
      PipelineConfig pipeline, StreamExecutionEnvironment environment) {
    throw new UnsupportedOperationException("The job is not wired yet");
  }
}
