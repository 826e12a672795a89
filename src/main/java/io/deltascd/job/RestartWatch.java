package io.deltascd.job;

import io.deltascd.model.Redaction;
import java.io.PrintStream;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.scheduler.ExecutionGraphInfo;
import org.apache.flink.runtime.scheduler.exceptionhistory.RootExceptionHistoryEntry;

/**
 * Says that a job is started again after an error, and after which, in one line: a job that follows
 * silver tries without end, and would look well meanwhile.
 */
final class RestartWatch implements Runnable {
  private static final long MILLIS_BETWEEN_LOOKS = 500;
  private static final long SECONDS_TO_ANSWER = 10;

  private final MiniCluster cluster;
  private final JobID job;
  private final Configuration flink;
  private final PrintStream messages;
  private long told;

  RestartWatch(MiniCluster cluster, JobID job, Configuration flink, PrintStream messages) {
    this.cluster = cluster;
    this.job = job;
    this.flink = flink;
    this.messages = messages;
  }

  /** Watches from a thread of its own until the job has ended. */
  void start() {
    Thread thread = new Thread(this, "restarts");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    try {
      while (cluster.isRunning() && look()) {
        Thread.sleep(MILLIS_BETWEEN_LOOKS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException | IllegalStateException e) {
      // The cluster is on its way down.
    }
  }

  /** Whether there can be more to say. */
  private boolean look() throws InterruptedException, ExecutionException, TimeoutException {
    ExecutionGraphInfo info =
        cluster.getExecutionGraphInfo(job).get(SECONDS_TO_ANSWER, TimeUnit.SECONDS);
    JobStatus status = info.getArchivedExecutionGraph().getState();
    if (status.isTerminalState() || status == JobStatus.FAILING) {
      // The last error is the command's own.
      return false;
    }
    for (RootExceptionHistoryEntry failure : info.getExceptionHistory()) {
      if (failure.getTimestamp() > told) {
        told = failure.getTimestamp();
        messages.println(line(failure.getException()));
      }
    }
    return true;
  }

  private String line(Throwable error) {
    String cause =
        CheckpointFailure.of(error, flink)
            .map(told -> told.what() + ": " + told.found())
            .orElseGet(() -> Failure.cause(error));
    return Redaction.of("The job starts again after an error: " + cause);
  }
}
