package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.table.CurrentRowsDifference;
import io.deltascd.table.CurrentRowsDifference.Keys;
import io.deltascd.table.GoldSchema;
import io.deltascd.table.SilverSnapshot;
import io.deltascd.table.VersionRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.table.types.logical.RowType;

/** Whether gold's current rows are the rows of the version of silver that gold stands at. */
final class CurrentRows {
  private final TargetConfig target;
  private final VersionRows gold;
  private final String where;
  private final String remedy;
  private final List<Finding> findings = new ArrayList<>();

  private CurrentRows(TargetConfig target, VersionRows gold, String where, String remedy) {
    this.target = target;
    this.gold = gold;
    this.where = where;
    this.remedy = remedy;
  }

  /**
   * The columns that can be compared: the key, and the columns whose changes open a new record. A
   * current row keeps the values that others had when it began.
   *
   * @param gold its columns
   * @param silver those that silver has; it may have dropped some of gold's
   */
  static List<String> columns(GoldSchema gold, RowType silver) {
    Set<String> columns = new LinkedHashSet<>(gold.keys());
    List<String> tracked = gold.history().tracked();
    columns.addAll(tracked.isEmpty() ? gold.silverColumns() : tracked);
    return columns.stream().filter(name -> silver.getFieldIndex(name) >= 0).toList();
  }

  /**
   * Finds how gold's current rows differ from the rows of silver.
   *
   * @param gold current rows, with the key columns first
   * @param where gold, for the findings
   * @param remedy if they differ
   */
  static List<Finding> findings(
      TableLocation silver,
      SilverSnapshot standsAt,
      TargetConfig target,
      VersionRows gold,
      String where,
      String remedy)
      throws IOException {
    VersionRows expected = VersionRows.ofSilver(silver, standsAt, gold.type().getFieldNames());
    CurrentRowsDifference difference =
        CurrentRowsDifference.of(expected, gold, target.keys().size());
    CurrentRows rows =
        new CurrentRows(target, gold, where + "; silver version " + standsAt.version(), remedy);
    rows.add("Keys of silver have no current row in gold", difference.missing());
    if (!target.history().ignoresDeletes()) {
      rows.add("Gold has current rows of keys that silver does not have", difference.unexpected());
    }
    rows.add("Current rows of gold have other values than silver", difference.other());
    return rows.findings;
  }

  private void add(String what, Keys keys) {
    if (keys.count() == 0) {
      return;
    }
    RowType key = new RowType(gold.type().getFields().subList(0, target.keys().size()));
    String examples =
        keys.examples().stream()
            .map(row -> KeyFindings.shown(key, row))
            .collect(Collectors.joining("; "));
    findings.add(
        new Finding(
            what,
            where,
            Amounts.count(keys.count(), "key") + ", for example " + examples,
            "the rows of that version of silver, compared in "
                + String.join(", ", gold.type().getFieldNames()),
            remedy));
  }
}
