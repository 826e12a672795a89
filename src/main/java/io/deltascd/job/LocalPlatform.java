package io.deltascd.job;

import io.deltascd.config.JobConfig;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobSubmissionResult;
import org.apache.flink.client.deployment.executors.LocalExecutor;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.ExecutionPlan;
import org.apache.flink.util.FileUtils;

/**
 * One machine: a cluster inside this process, which lives as long as its job. Its web UI listens on
 * the loopback address only, unless the pipeline file says otherwise.
 */
final class LocalPlatform implements Platform {
  private static final String LOOPBACK = "127.0.0.1";
  private static final String PORTS = "8081-8099";
  private static final String FIRST_PORT = "8081";
  private static final int MOST_SUBTASKS = 4;
  private static final long SECONDS_TO_STOP = 15;

  private volatile MiniCluster cluster;

  /** Of this run alone: gold is enough to go on; null if the pipeline file names another one. */
  @Nullable private volatile Path checkpoints;

  private volatile boolean stopping;

  /** Stops the job when the process is told to end, for example by Ctrl-C. */
  void stopWithProcess(PrintStream messages) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  if (cluster != null && cluster.isRunning()) {
                    stopping = true;
                    messages.println("Stopping; gold stays at its last commit.");
                    stop();
                  }
                },
                "stop"));
  }

  @Override
  public StreamExecutionEnvironment environment(JobConfig job, PrintStream messages) {
    Configuration flink = configuration(job);
    JobDefaults.check(flink, "flink");
    if (!flink.contains(CheckpointingOptions.CHECKPOINTS_DIRECTORY)) {
      flink.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, temporaryCheckpoints());
    }
    CheckpointDirectory.check(flink, "flink");
    return new StreamExecutionEnvironment(new Loader(messages), flink, null);
  }

  /** Without a directory Flink keeps checkpoints in memory, and fails those of more than 5 MB. */
  private String temporaryCheckpoints() {
    try {
      checkpoints = Files.createTempDirectory("delta-scd-checkpoints-");
      return checkpoints.toUri().toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Optional<String> defaultPipeline() {
    return Optional.empty();
  }

  @Override
  public boolean stopping() {
    return stopping;
  }

  /** The job's Flink options with the defaults of a single machine below them. */
  static Configuration configuration(JobConfig job) {
    Configuration user = Configuration.fromMap(job.flink());
    Configuration all = JobDefaults.missingFrom(user);
    // Threads of S3A outlive the tasks that started them, and have their class loader.
    JobDefaults.put(all, user, CoreOptions.CHECK_LEAKED_CLASSLOADER, false);
    JobDefaults.put(all, user, RestOptions.ADDRESS, LOOPBACK);
    JobDefaults.put(all, user, RestOptions.BIND_ADDRESS, LOOPBACK);
    JobDefaults.put(all, user, JobManagerOptions.BIND_HOST, LOOPBACK);
    JobDefaults.put(all, user, TaskManagerOptions.BIND_HOST, LOOPBACK);
    JobDefaults.put(
        all,
        user,
        RestOptions.BIND_PORT,
        user.getOptional(RestOptions.PORT).map(String::valueOf).orElse(PORTS));
    int processors = Runtime.getRuntime().availableProcessors();
    JobDefaults.put(
        all, user, CoreOptions.DEFAULT_PARALLELISM, Math.min(processors, MOST_SUBTASKS));
    if (!user.contains(RestartStrategyOptions.RESTART_STRATEGY)) {
      restarts(all, job.isBounded());
    }
    all.addAll(user);
    all.set(DeploymentOptions.TARGET, LocalExecutor.NAME);
    all.set(DeploymentOptions.ATTACHED, true);
    return all;
  }

  /** A run that someone waits for gives up; one that follows silver goes on trying. */
  private static void restarts(Configuration flink, boolean bounded) {
    if (bounded) {
      flink.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
      flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
      flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofSeconds(1));
    } else {
      flink.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
    }
  }

  @Override
  public void close() {
    stop();
  }

  /** Cancels the job if it still runs, waits until the cluster has gone, and clears up. */
  void stop() {
    if (cluster != null) {
      stop(cluster);
    }
    if (checkpoints != null) {
      FileUtils.deleteDirectoryQuietly(checkpoints.toFile());
    }
  }

  private static void stop(MiniCluster running) {
    try {
      if (running.isRunning()) {
        for (JobStatusMessage job : running.listJobs().get(SECONDS_TO_STOP, TimeUnit.SECONDS)) {
          if (!job.getJobState().isGloballyTerminalState()) {
            running.cancelJob(job.getJobId()).get(SECONDS_TO_STOP, TimeUnit.SECONDS);
            running.requestJobResult(job.getJobId()).get(SECONDS_TO_STOP, TimeUnit.SECONDS);
          }
        }
      }
    } catch (ExecutionException | TimeoutException | IllegalStateException e) {
      // The cluster is on its way down already, or the job hangs: it ends with the cluster.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      running.closeAsync().get(SECONDS_TO_STOP, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // Its threads end with the process.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void announce(MiniCluster started, Configuration flink, PrintStream messages) {
    String address;
    try {
      address = started.getRestAddress().get(SECONDS_TO_STOP, TimeUnit.SECONDS).toString();
    } catch (ExecutionException | TimeoutException e) {
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    boolean moved =
        flink.get(RestOptions.BIND_PORT).equals(PORTS) && !address.endsWith(":" + FIRST_PORT);
    messages.println("Web UI: " + address + (moved ? " (port " + FIRST_PORT + " is taken)" : ""));
  }

  /** Lets Flink's own local executor run a job, and keeps hold of the cluster it makes. */
  private final class Loader implements PipelineExecutorServiceLoader, PipelineExecutorFactory {
    private final PrintStream messages;

    Loader(PrintStream messages) {
      this.messages = messages;
    }

    @Override
    public PipelineExecutorFactory getExecutorFactory(Configuration configuration) {
      return this;
    }

    @Override
    public Stream<String> getExecutorNames() {
      return Stream.of(LocalExecutor.NAME);
    }

    @Override
    public String getName() {
      return LocalExecutor.NAME;
    }

    @Override
    public boolean isCompatibleWith(Configuration configuration) {
      return true;
    }

    @Override
    public PipelineExecutor getExecutor(Configuration configuration) {
      return LocalExecutor.createWithFactory(configuration, this::cluster);
    }

    private MiniCluster cluster(MiniClusterConfiguration configuration) {
      cluster = new AnnouncedCluster(configuration, messages);
      return cluster;
    }
  }

  /** Says where its web UI is once it has started, and when its job starts again. */
  @SuppressWarnings("try") // MiniCluster's own close() may be interrupted; it is not used here.
  private static final class AnnouncedCluster extends MiniCluster {
    private final PrintStream messages;

    AnnouncedCluster(MiniClusterConfiguration configuration, PrintStream messages) {
      super(configuration);
      this.messages = messages;
    }

    @Override
    public void start() throws Exception {
      super.start();
      announce(this, getConfiguration(), messages);
    }

    @Override
    public CompletableFuture<JobSubmissionResult> submitJob(ExecutionPlan job) {
      return super.submitJob(job)
          .thenApply(
              submitted -> {
                new RestartWatch(this, submitted.getJobID(), getConfiguration(), messages).start();
                return submitted;
              });
    }
  }
}
