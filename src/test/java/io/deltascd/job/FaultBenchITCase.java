package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Gold is the history of silver as of exactly one version after each single commit, whatever
 * happens to the job. Each seed draws a silver, a course of the job, its parallelism, state backend
 * and scheduler, and the {@link BenchFault}s that strike it, and where.
 *
 * <p>{@code -Pdeep} for 2,000 seeds, {@code -Ddeltascd.first-seed=N -Ddeltascd.seeds=N+1} for one.
 * All keys meet in one exchange, so that a task that fails takes all tasks with it, but not the
 * enumerator; the adaptive scheduler starts that again as well.
 */
class FaultBenchITCase {
  private static final int FIRST = Integer.getInteger("deltascd.first-seed", 0);
  private static final int SEEDS = Integer.getInteger("deltascd.seeds", 160);

  private static MiniCluster cluster;
  private static MiniCluster adaptive;

  @BeforeAll
  static void startClusters() throws Exception {
    cluster = JobRun.cluster(2);
    Configuration options = new Configuration();
    options.set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Adaptive);
    options.set(
        JobManagerOptions.SCHEDULER_SUBMISSION_RESOURCE_STABILIZATION_TIMEOUT, Duration.ZERO);
    adaptive = JobRun.cluster(2, options);
  }

  @AfterAll
  static void stopClusters() throws Exception {
    cluster.close();
    adaptive.close();
    Map<BenchFault, AtomicInteger> met = ArmedFaults.met();
    System.out.println("Fault points and how often they were met: " + met);
    if (SEEDS - FIRST >= BenchFault.values().length * 5) {
      assertThat(met).allSatisfy((fault, times) -> assertThat(times.get()).isPositive());
    }
  }

  static LongStream seeds() {
    return LongStream.range(FIRST, SEEDS);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void goldIsTheHistoryOfSilverAfterEachCommit(long seed, @TempDir Path directory)
      throws Exception {
    boolean onAdaptive = new SplittableRandom(~seed).nextInt(4) == 0;
    BenchScenario scenario = new BenchScenario(seed, directory, onAdaptive ? adaptive : cluster);
    try {
      scenario.play();
    } catch (Exception | AssertionError e) {
      throw new AssertionError(
          scenario + (onAdaptive ? ", adaptive scheduler" : ", default scheduler"), e);
    }
  }
}
