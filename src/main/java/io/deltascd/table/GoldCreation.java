package io.deltascd.table;

import io.delta.kernel.TableManager;
import io.delta.kernel.Transaction;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.TableAlreadyExistsException;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.transaction.DataLayoutSpec;
import io.delta.kernel.utils.CloseableIterable;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates gold, with its progress in the very commit that makes it a table. */
final class GoldCreation {
  private static final Logger LOG = LoggerFactory.getLogger(GoldCreation.class);

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
    try {
      Transaction transaction =
          KernelCalls.reading(
              "the log of " + location,
              () ->
                  TableManager.buildCreateTableTransaction(
                          KernelEngines.rootUri(location),
                          DeltaTypes.structType(schema.rows()),
                          EngineInfo.OURS)
                      .withTableProperties(properties)
                      .withDataLayoutSpec(DataLayoutSpec.partitioned(partitionColumns))
                      .withMaxRetries(0)
                      .build(engine));
      transaction.addDomainMetadata(Progress.DOMAIN, progress.toJson());
      GoldCommits.commit(engine, transaction, CloseableIterable.emptyIterable(), location);
    } catch (TableAlreadyExistsException | CommitConflictException e) {
      LOG.info("Someone else has just created {}", location);
    } catch (KernelException e) {
      throw new PipelineException(
          "Gold cannot be created",
          location.path(),
          e.getMessage(),
          "columns that a Delta table can have",
          "change the source table's columns, or take another path",
          e);
    }
  }
}
