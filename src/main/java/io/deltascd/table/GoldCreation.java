package io.deltascd.table;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.transaction.DataLayoutSpec;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Creates gold, with its progress in the very commit that makes it a table. */
final class GoldCreation {
  private GoldCreation() {}

  /**
   * Creates gold without rows; if it exists by now, does nothing.
   *
   * @throws PipelineException if Delta refuses the columns
   * @throws IOException if it is unknown whether gold has been created
   */
  static void create(Engine engine, TableLocation location, GoldSchema schema, Progress progress)
      throws IOException {
    Map<String, String> properties = new HashMap<>();
    properties.put("delta.enableDeletionVectors", "true");
    properties.put("delta.feature.domainMetadata", "supported");
    schema
        .statisticsProperty()
        .ifPresent(columns -> properties.put("delta.dataSkippingStatsColumns", columns));
    List<Column> partitionColumns =
        schema.history().partitionBy().stream().map(Column::new).toList();
    new TableCreation(
            "Gold",
            DeltaTypes.structType(schema.rows()),
            partitionColumns.isEmpty()
                ? DataLayoutSpec.noDataLayout()
                : DataLayoutSpec.partitioned(partitionColumns),
            properties,
            Progress.DOMAIN,
            progress.toJson())
        .create(engine, location);
  }
}
