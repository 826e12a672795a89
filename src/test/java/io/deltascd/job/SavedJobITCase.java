package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.Rows;
import io.deltascd.testing.TableHygiene;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The state of an earlier version of this program is enough to go on, wherever it lies now. */
class SavedJobITCase {
  @RegisterExtension private static final SharedCluster CLUSTER = new SharedCluster();

  @ParameterizedTest
  @CsvSource({"hashmap, 1", "rocksdb, 4"})
  void goesOnFromItsSavepoint(String backend, int parallelism, @TempDir Path directory)
      throws Exception {
    SavedJob job = SavedJob.unzip(directory);
    String savepoint = job.savepoint().toUri().toString();

    job.start(CLUSTER.get(), new Bounded(Bounded.Mode.LATEST, -1), backend, parallelism, savepoint)
        .awaitEnd();

    assertThat(Rows.canonical(DeltaRows.of(job.gold())))
        .containsExactlyInAnyOrderElementsOf(job.history());
    GoldChecker.assertIntervals(DeltaRows.of(job.gold()), SavedJob.KEYS);
    TableHygiene.assertClean(job.gold());
  }
}
