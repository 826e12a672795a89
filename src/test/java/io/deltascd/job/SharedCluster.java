package io.deltascd.job;

import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * A cluster of two TaskManagers with two slots each for the tests of a class. All classes have the
 * same one, which ends with the JVM's tests; jobs that a failed test left there end with its class.
 *
 * <pre>{@code
 * @RegisterExtension private static final SharedCluster CLUSTER = new SharedCluster();
 * }</pre>
 */
final class SharedCluster implements BeforeAllCallback, AfterAllCallback {
  private static final Namespace NAMESPACE = Namespace.create(SharedCluster.class);

  private MiniCluster cluster;

  /** Ends the cluster with the last test. */
  private record Started(MiniCluster cluster) implements AutoCloseable {
    @Override
    public void close() {
      cluster.closeAsync().join();
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    cluster =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(Started.class, key -> start(), Started.class)
            .cluster();
  }

  private static Started start() {
    try {
      return new Started(JobRun.cluster(2));
    } catch (Exception e) {
      throw new IllegalStateException("The cluster of the tests does not start", e);
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    for (JobStatusMessage job : cluster.listJobs().get(JobRun.SECONDS, TimeUnit.SECONDS)) {
      if (!job.getJobState().isGloballyTerminalState()) {
        cluster.cancelJob(job.getJobId()).get(JobRun.SECONDS, TimeUnit.SECONDS);
        cluster.requestJobResult(job.getJobId()).get(JobRun.SECONDS, TimeUnit.SECONDS);
      }
    }
  }

  /** The cluster, once the tests of the class begin. */
  MiniCluster get() {
    return cluster;
  }
}
