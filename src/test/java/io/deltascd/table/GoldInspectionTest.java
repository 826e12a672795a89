package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.TableLocation;
import io.deltascd.model.DataFile;
import io.deltascd.model.PipelineException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

class GoldInspectionTest {
  @TempDir private Path directory;

  @Test
  void countsRowsThatStillCount() throws Exception {
    GoldFixture fixture = new GoldFixture(directory);
    GoldTable gold = fixture.create();
    DataFile open = fixture.file(true, 1, 2, 3, 4, 5);
    DataFile more = fixture.file(true, 6);
    DataFile closed = fixture.file(false, 1, 1, 2);
    gold.commit(GoldFixture.next(gold, List.of(open, more, closed), Map.of()));
    gold.commit(GoldFixture.next(gold, List.of(), Map.of(open.id(), RoaringBitmap.bitmapOf(0, 4))));

    GoldInspection found = GoldInspection.of(fixture.location).orElseThrow();

    assertThat(found.version()).isEqualTo(2);
    assertThat(found.progress()).isEqualTo(gold.progress());
    assertThat(found.openRows()).hasValue(4);
    assertThat(found.closedRows()).hasValue(3);
    assertThat(found.files()).isEqualTo(3);
    assertThat(found.bytes()).isEqualTo(open.size() + more.size() + closed.size());
  }

  @Test
  void anEmptyGoldHasNoRows() throws Exception {
    GoldFixture fixture = new GoldFixture(directory);
    fixture.create();

    GoldInspection found = GoldInspection.of(fixture.location).orElseThrow();

    assertThat(found.openRows()).hasValue(0);
    assertThat(found.closedRows()).hasValue(0);
    assertThat(found.files()).isZero();
  }

  @Test
  void rowsAreUnknownWithoutStatistics() throws Exception {
    GoldFixture fixture = new GoldFixture(directory);
    GoldTable gold = fixture.create();
    DataFile open = fixture.file(true, 1, 2);
    DataFile bare =
        new DataFile(
            open.path(),
            open.partitionValues(),
            open.size(),
            open.modificationTime(),
            open.rows(),
            "{}");
    gold.commit(GoldFixture.next(gold, List.of(bare, fixture.file(false, 3)), Map.of()));

    GoldInspection found = GoldInspection.of(fixture.location).orElseThrow();

    assertThat(found.openRows()).isEmpty();
    assertThat(found.closedRows()).hasValue(1);
    assertThat(found.files()).isEqualTo(2);
  }

  @Test
  void noTableAndNoGold() throws Exception {
    assertThat(GoldInspection.of(new TableLocation(directory + "/none", Map.of()))).isEmpty();
    Files.createDirectories(directory.resolve("other"));
    SmallTable other = SmallTable.withFeed(directory.resolve("other"));

    assertThatThrownBy(() -> GoldInspection.of(other.location()))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("not one of flink-delta-scd");
  }
}
