package io.deltascd.job;

import io.deltascd.config.EffectiveSettings;
import io.deltascd.config.JobConfig;
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
   * Lets a job show the settings of its pipelines, secrets masked, and the version of this program,
   * beside what its configuration has under {@code pipeline.global-job-parameters}. Those of a
   * folder have the name of their pipeline first.
   */
  static void show(StreamExecutionEnvironment environment, JobConfig job) {
    Map<String, String> shown =
        new HashMap<>(environment.getConfig().getGlobalJobParameters().toMap());
    shown.put(PROGRAM, new Program.Version().getVersion()[0]);
    for (PipelineConfig pipeline : job.pipelines()) {
      String prefix = job.fromFolder() ? pipeline.name() + ": " : "";
      EffectiveSettings.of(pipeline).forEach((key, value) -> shown.put(prefix + key, value));
    }
    environment.getConfig().setGlobalJobParameters(Configuration.fromMap(shown));
  }
}
