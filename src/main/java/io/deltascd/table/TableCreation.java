package io.deltascd.table;

import io.delta.kernel.TableManager;
import io.delta.kernel.Transaction;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.TableAlreadyExistsException;
import io.delta.kernel.transaction.DataLayoutSpec;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterable;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table of ours that is to be created without rows.
 *
 * @param name what it is, for an error text
 * @param columns its columns
 * @param layout its partitions
 * @param properties its table properties
 * @param domain the domain metadata that says it is ours
 * @param progress what the domain holds at first, as JSON
 */
record TableCreation(
    String name,
    StructType columns,
    DataLayoutSpec layout,
    Map<String, String> properties,
    String domain,
    String progress) {
  private static final Logger LOG = LoggerFactory.getLogger(TableCreation.class);

  /**
   * Creates the table; if it exists by now, does nothing.
   *
   * @throws PipelineException if Delta refuses the columns
   * @throws IOException if it is unknown whether the table has been created
   */
  void create(Engine engine, TableLocation location) throws IOException {
    try {
      Transaction transaction =
          KernelCalls.reading(
              "the log of " + location,
              () ->
                  TableManager.buildCreateTableTransaction(
                          KernelEngines.rootUri(location), columns, EngineInfo.OURS)
                      .withTableProperties(properties)
                      .withDataLayoutSpec(layout)
                      .withMaxRetries(0)
                      .build(engine));
      transaction.addDomainMetadata(domain, progress);
      TableCommits.commit(engine, transaction, CloseableIterable.emptyIterable(), location);
    } catch (TableAlreadyExistsException | CommitConflictException e) {
      LOG.info("Someone else has just created {}", location);
    } catch (KernelException e) {
      throw new PipelineException(
          name + " cannot be created",
          location.path(),
          e.getMessage(),
          "columns that a Delta table can have",
          "change silver's columns, or take another path",
          e);
    }
  }
}
