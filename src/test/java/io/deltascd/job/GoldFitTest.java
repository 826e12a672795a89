package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.deltascd.config.Finding;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TargetConfig;
import io.deltascd.model.Progress;
import io.deltascd.table.GoldFixture;
import io.deltascd.table.GoldSchema;
import io.deltascd.table.GoldTable;
import io.deltascd.table.SilverTable;
import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gold that was created under another mode, or whose columns are others than it remembers. */
class GoldFitTest {
  private static final List<String> KEYS = List.of("id");

  @TempDir private Path directory;

  @Test
  void theGoldOfThePipelineFits() throws Exception {
    assertThat(findings("scd2", "")).isEmpty();
  }

  @Test
  void anotherMode() throws Exception {
    assertThat(findings("scd1", ""))
        .containsExactly(
            new Finding(
                "Gold is kept in another mode",
                gold().toString(),
                "mode scd1",
                "mode scd2",
                "correct target.mode, or choose another path for gold"));
  }

  @Test
  void otherColumns() throws Exception {
    assertThat(findings("scd2", "0"))
        .extracting(Finding::what, Finding::remedy)
        .containsExactly(
            tuple(
                "Gold's columns are not those that it was built with",
                "undo the change of gold's columns, or build gold anew with delta-scd rebuild"));
  }

  private Path gold() {
    return directory.resolve("gold");
  }

  /**
   * @param more is added to the fingerprint that gold remembers of its columns
   */
  private List<Finding> findings(String mode, String more) throws Exception {
    SilverWriter silver =
        SilverWriter.create(
            directory.resolve("silver"), SilverSpec.of(new Column("id", ColumnType.LONG)));
    PipelineConfig pipeline =
        JobRun.pipeline(silver.path(), gold(), KEYS, new Bounded(Bounded.Mode.LATEST, -1));
    TargetConfig target = pipeline.target();
    SilverTable opened = SilverTable.open(pipeline.source().silver());
    GoldSchema schema = GoldFixture.schemaOf(opened.snapshot(0).rowType(), KEYS);
    GoldTable gold =
        GoldTable.createOrOpen(
            target.gold(),
            schema,
            Progress.created(
                "test", mode, KEYS, schema.fingerprint() + more, 0, silver.tableId().toString()));
    return GoldFit.findings(gold, "test", target);
  }
}
