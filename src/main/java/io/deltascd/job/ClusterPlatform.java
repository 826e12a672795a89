package io.deltascd.job;

import io.deltascd.config.JobConfig;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The cluster that {@code flink run}, the web UI or a job's own cluster has brought this program
 * to.
 *
 * <p>The pipeline file's Flink options go on top of the cluster's configuration, as far as they
 * concern a job; the defaults of this program go below both.
 */
final class ClusterPlatform implements Platform {

  /** What a cluster has decided before a job comes to it. */
  private static final List<String> CLUSTER_LEVEL =
      List.of(
          "blob.",
          "cluster.",
          "env.",
          "execution.attached",
          "execution.target",
          "heartbeat.",
          "high-availability.",
          "historyserver.",
          "io.tmp.dirs",
          "jobmanager.",
          "kubernetes.",
          "metrics.",
          "plugin.",
          "process.",
          "queryable-state.",
          "resourcemanager.",
          "rest.",
          "security.",
          "slot.",
          "slotmanager.",
          "taskmanager.",
          "web.",
          "yarn.",
          "zookeeper.");

  @Override
  public StreamExecutionEnvironment environment(JobConfig job, PrintStream messages) {
    Configuration options = new Configuration();
    TreeSet<String> ignored = new TreeSet<>();
    job.flink()
        .forEach(
            (key, value) -> {
              if (CLUSTER_LEVEL.stream().anyMatch(key::startsWith)) {
                ignored.add(key);
              } else {
                options.setString(key, value);
              }
            });
    if (!ignored.isEmpty()) {
      messages.println("Set by the cluster, not by a pipeline file: " + String.join(", ", ignored));
    }
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(options);
    Configuration effective = effective(environment);
    environment.configure(JobDefaults.missingFrom(effective));
    JobDefaults.check(effective, "Flink's configuration");
    return environment;
  }

  @Override
  public Optional<String> defaultPipeline() {
    return Optional.of(
        new DefaultPipeline(
                effective(StreamExecutionEnvironment.getExecutionEnvironment()),
                System.getenv(),
                DefaultPipeline.directoryOfJar(Main.class))
            .find());
  }

  @Override
  public boolean stopping() {
    return false;
  }

  @Override
  public void close() {}

  private static Configuration effective(StreamExecutionEnvironment environment) {
    return Configuration.fromMap(environment.getConfiguration().toMap());
  }
}
