package io.deltascd.job;

/**
 * Entry for a cluster: {@code flink run flink-delta-scd.jar run pipeline.yaml}, the web UI's submit
 * page, or a job's own cluster. Never ends the process; an error is thrown.
 */
public final class Main {

  private Main() {}

  /**
   * @param args a command as of {@code delta-scd}; none: {@code run} with the pipeline file of
   *     {@link DefaultPipeline}
   */
  public static void main(String[] args) throws Exception {
    try (ClusterPlatform cluster = new ClusterPlatform()) {
      new Program(System.out, System.err, cluster, Wiring.RUNNER, Wiring.TABLES).execute(args);
    }
  }
}
