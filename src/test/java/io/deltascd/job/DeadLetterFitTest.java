package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.DeadLetterConfig;
import io.deltascd.config.Finding;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.model.DeadLetterProgress;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.table.DeadLetterSchema;
import io.deltascd.table.DeadLetterTable;
import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLetterFitTest {
  private static final LogicalType TEXT = new VarCharType(true, VarCharType.MAX_LENGTH);
  private static final RowType SILVER =
      RowType.of(new LogicalType[] {new BigIntType(false), TEXT}, new String[] {"id", "name"});
  private static final Progress GOLD =
      Progress.created("test", "scd2", List.of("id"), "columns", 0, "silver");

  @TempDir private Path directory;

  @Test
  void findsNothingWhereThereIsNoTableYet() throws Exception {
    assertThat(findings("letters", Optional.of(GOLD), SILVER)).isEmpty();
    assertThat(findings("letters", Optional.empty(), SILVER)).isEmpty();
  }

  @Test
  void findsNothingInItsOwnTable() throws Exception {
    create(GOLD, SILVER);
    assertThat(findings("letters", Optional.of(GOLD), SILVER)).isEmpty();
  }

  @Test
  void refusesTheTableOfAnotherGold() throws Exception {
    create(Progress.created("test", "scd2", List.of("id"), "columns", 0, "silver"), SILVER);
    assertThat(findings("letters", Optional.of(GOLD), SILVER))
        .extracting(Finding::what)
        .containsExactly("The dead-letter table belongs to another gold");
    assertThat(findings("letters", Optional.empty(), SILVER))
        .extracting(Finding::what)
        .containsExactly("The dead-letter table belongs to another gold");
  }

  @Test
  void refusesATableWithOtherColumns() throws Exception {
    create(GOLD, SILVER);
    RowType other =
        RowType.of(
            new LogicalType[] {new BigIntType(), new IntType()}, new String[] {"id", "name"});
    assertThat(findings("letters", Optional.of(GOLD), other))
        .extracting(Finding::what)
        .containsExactly("The dead-letter table has other columns than silver");
  }

  @Test
  void refusesAPlaceInsideOfAnotherTableOrAroundIt() throws Exception {
    for (String place : List.of("silver", "gold", "silver/letters", "gold/letters", ".")) {
      assertThat(findings(place, Optional.of(GOLD), SILVER))
          .as(place)
          .extracting(Finding::what)
          .containsExactly("The dead-letter table lies where another table lies");
    }
  }

  @Test
  void refusesATableThatIsNotADeadLetterTable() {
    SilverWriter.create(
        directory.resolve("letters"), SilverSpec.of(new Column("id", ColumnType.LONG)));
    assertThatThrownBy(() -> findings("letters", Optional.of(GOLD), SILVER))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("is no dead-letter table of flink-delta-scd");
  }

  @Test
  void refusesASilverWithAColumnOfTheTablesOwn() {
    RowType reason =
        RowType.of(new LogicalType[] {new BigIntType(), TEXT}, new String[] {"id", "Reason"});
    assertThatThrownBy(() -> findings("letters", Optional.of(GOLD), reason))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Reason")
        .hasMessageContaining("rename the column in silver");
  }

  private void create(Progress gold, RowType silver) throws Exception {
    DeadLetterTable.createOrOpen(
        location("letters"), DeadLetterSchema.of(silver), DeadLetterProgress.created(gold));
  }

  private TableLocation location(String place) {
    return new TableLocation(directory.resolve(place).toString(), Map.of());
  }

  private List<Finding> findings(String place, Optional<Progress> gold, RowType silver)
      throws Exception {
    TargetConfig target =
        JobRun.pipeline(
                directory.resolve("silver"),
                directory.resolve("gold"),
                List.of("id"),
                HistorySettings.DEFAULT,
                OnNullKey.DEAD_LETTER,
                new DeadLetterConfig(location(place), false),
                new Bounded(Bounded.Mode.LATEST, -1))
            .target();
    return DeadLetterFit.findings(location("silver"), target, gold, silver);
  }
}
