package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.table.DeadLetterSchema;
import io.deltascd.table.DeadLetterTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.types.logical.RowType;

/** Whether a pipeline can have its dead-letter table where the pipeline file says. */
final class DeadLetterFit {

  private DeadLetterFit() {}

  /**
   * What tells that it cannot; nothing if the pipeline keeps no rejected rows.
   *
   * @param gold what gold remembers; empty if there is no gold yet, and so no dead-letter table of
   *     its pipeline
   * @param columns silver's columns at the version that gold stands at, or leaps to
   * @throws io.deltascd.model.PipelineException if there is another table, or if silver has columns
   *     that the table cannot have
   */
  static List<Finding> findings(
      TableLocation silver, TargetConfig target, Optional<Progress> gold, RowType columns)
      throws IOException {
    List<Finding> findings = new ArrayList<>();
    if (target.deadLetters() == null) {
      return findings;
    }
    TableLocation location = target.deadLetters().table();
    Optional<Finding> place = PipelinePlaces.ofDeadLetters(silver, target.gold(), location);
    if (place.isPresent()) {
      return List.of(place.get());
    }
    DeadLetterSchema schema = DeadLetterSchema.of(columns);
    Optional<DeadLetterTable> table = DeadLetterTable.find(location);
    if (table.isPresent()) {
      owner(table.get(), gold, location).ifPresent(findings::add);
      columns(table.get().schema(), schema, location).ifPresent(findings::add);
    }
    return findings;
  }

  private static Optional<Finding> owner(
      DeadLetterTable table, Optional<Progress> gold, TableLocation location) {
    boolean same =
        gold.isPresent() && gold.get().pipelineId().equals(table.progress().pipelineId());
    return same
        ? Optional.empty()
        : Optional.of(
            new Finding(
                "The dead-letter table belongs to another gold",
                location.toString(),
                "pipeline %s (%s)"
                    .formatted(table.progress().pipelineId(), table.progress().pipelineName()),
                gold.map(progress -> "pipeline " + progress.pipelineId())
                    .orElse("no table, since gold does not exist yet"),
                "choose another target.dead-letter-path: each gold has a table of its own"));
  }

  private static Optional<Finding> columns(
      DeadLetterSchema found, DeadLetterSchema expected, TableLocation location) {
    try {
      // It may lack columns, which it gets, and keep some that silver has dropped.
      found.following(expected.silver());
      return Optional.empty();
    } catch (PipelineException e) {
      return Optional.of(
          new Finding(
              "The dead-letter table has other columns than silver",
              location.toString(),
              found.rows().asSummaryString(),
              expected.rows().asSummaryString(),
              "choose another target.dead-letter-path"));
    }
  }
}
