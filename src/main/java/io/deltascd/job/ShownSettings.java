package io.deltascd.job;

import io.deltascd.config.EffectiveSettings;
import io.deltascd.config.PipelineConfig;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** What Flink's web UI shows as the user's configuration of a job. */
final class ShownSettings {
  private static final String PROGRAM = "program";

  private ShownSettings() {}

  /**
   * Lets a job show the settings of a pipeline, secrets masked, and the version of this program,
   * beside what its configuration has under {@code pipeline.global-job-parameters}.
   */
  static void show(StreamExecutionEnvironment environment, PipelineConfig pipeline) {
    Map<String, String> shown =
        new HashMap<>(environment.getConfig().getGlobalJobParameters().toMap());
    shown.put(PROGRAM, new Program.Version().getVersion()[0]);
    shown.putAll(EffectiveSettings.of(pipeline));
    environment.getConfig().setGlobalJobParameters(Configuration.fromMap(shown));
  }
}
