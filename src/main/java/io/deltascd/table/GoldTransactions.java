package io.deltascd.table;

import io.delta.kernel.Operation;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Transaction;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.ConcurrentTransactionException;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.transaction.UpdateTableTransactionBuilder;
import io.deltascd.config.TableLocation;
import io.deltascd.model.CommitId;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Begins commits of gold, each on the very version it was planned on: without retries. */
final class GoldTransactions {
  private final Engine engine;
  private final TableLocation gold;

  GoldTransactions(Engine engine, TableLocation gold) {
    this.engine = engine;
    this.gold = gold;
  }

  /**
   * Begins a commit that nobody has to recognise.
   *
   * @throws PipelineException if gold has become a table that cannot be written
   */
  Transaction begin(Snapshot snapshot, Operation operation) throws IOException {
    return begin(snapshot, operation, builder -> builder);
  }

  /**
   * Begins a commit of a pipeline.
   *
   * @throws PipelineException if gold has become a table that cannot be written, or has a commit of
   *     that number already
   */
  Transaction begin(Snapshot snapshot, Operation operation, UUID pipelineId, CommitId id)
      throws IOException {
    try {
      return begin(
          snapshot,
          operation,
          builder -> builder.withTransactionId(pipelineId.toString(), id.sequence()));
    } catch (ConcurrentTransactionException e) {
      throw GoldChecks.sequenceTaken(pipelineId, id, gold, e);
    }
  }

  private Transaction begin(
      Snapshot snapshot, Operation operation, UnaryOperator<UpdateTableTransactionBuilder> with)
      throws IOException {
    try {
      return build(snapshot, operation, with);
    } catch (ConcurrentTransactionException e) {
      throw e;
    } catch (KernelException e) {
      throw GoldChecks.notWritable(gold, e);
    }
  }

  /**
   * Begins a commit of a table that need not be ours yet.
   *
   * @param with what the commit is to have besides
   * @throws KernelException if the table cannot be written, or not in that way
   */
  Transaction build(
      Snapshot snapshot, Operation operation, UnaryOperator<UpdateTableTransactionBuilder> with)
      throws IOException {
    return KernelCalls.reading(
        "the transactions of " + gold,
        () ->
            with.apply(snapshot.buildUpdateTableTransaction(EngineInfo.OURS, operation))
                .withMaxRetries(0)
                .build(engine));
  }
}
