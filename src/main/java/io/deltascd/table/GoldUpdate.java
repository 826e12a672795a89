package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.data.Row;
import io.delta.kernel.types.StructType;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How gold follows silver's columns in one commit. Statistics are kept of the columns of which a
 * gold built today would keep them, unless someone has chosen others.
 *
 * @param actions of {@link ColumnUpdate}; none if gold has the columns already
 * @param schema gold's columns afterwards
 */
record GoldUpdate(List<Row> actions, GoldSchema schema) {
  static final String STATISTICS = "delta.dataSkippingStatsColumns";

  /**
   * What gold needs in order to hold rows with these columns of silver.
   *
   * @param snapshot gold as of the version that is committed on
   * @param before its columns
   * @param schemas of silver, one after the other; none if silver's columns stay
   * @throws io.deltascd.model.PipelineException if gold cannot follow
   */
  static GoldUpdate of(Snapshot snapshot, GoldSchema before, List<SilverSchema> schemas) {
    if (schemas.isEmpty()) {
      return new GoldUpdate(List.of(), before);
    }
    StructType columns = snapshot.getSchema();
    for (SilverSchema silver : schemas) {
      columns = before.following(columns, DeltaTypes.rowType(silver.json()));
    }
    GoldSchema after = new GoldSchema(DeltaTypes.rowType(columns), before.keys(), before.history());
    return new GoldUpdate(
        ColumnUpdate.actions(snapshot, columns, statistics(snapshot, before, after)), after);
  }

  private static Map<String, String> statistics(
      Snapshot snapshot, GoldSchema before, GoldSchema after) {
    Optional<String> now = Optional.ofNullable(snapshot.getTableProperties().get(STATISTICS));
    return now.equals(before.statisticsProperty())
        ? after.statisticsProperty().map(names -> Map.of(STATISTICS, names)).orElse(Map.of())
        : Map.of();
  }

  /** What gold remembers once it has these columns. */
  Progress applied(Progress progress) {
    return actions.isEmpty() ? progress : progress.withColumns(schema.fingerprint());
  }
}
