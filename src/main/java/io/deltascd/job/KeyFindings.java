package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.table.KeyCensus;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** What a census of the key columns means. */
final class KeyFindings {
  private static final int LONGEST_VALUE = 60;

  private KeyFindings() {}

  /**
   * @param where table and version
   * @param rules which of the findings are errors
   */
  static List<Finding> of(KeyCensus.Result census, String where, KeyRules rules) {
    List<Finding> findings = new ArrayList<>();
    String key = String.join(", ", census.keyType().getFieldNames());
    if (census.nullRows() > 0) {
      String examples =
          census.nulls().stream()
              .map(row -> shown(census.keyType(), row))
              .collect(Collectors.joining("; "));
      findings.add(
          new Finding(
              rules.nulls(),
              "The key of silver has nulls",
              where,
              Amounts.count(census.nullRows(), "row")
                  + " with a null in the key, for example "
                  + examples,
              "no null in " + key,
              "correct these rows, choose other key columns, or leave such rows out"
                  + " (target.on-null-key: skip)"));
    }
    if (census.repeatedKeys() > 0) {
      String examples =
          census.repeated().stream()
              .map(
                  group ->
                      shown(census.keyType(), group.key())
                          + " in "
                          + Amounts.count(group.rows(), "row"))
              .collect(Collectors.joining("; "));
      findings.add(
          new Finding(
              rules.duplicates(),
              "The key of silver is not unique",
              where,
              Amounts.count(census.repeatedKeys(), "key")
                  + " in more than one row, "
                  + Amounts.count(census.repeatedRows(), "row")
                  + " together, for example "
                  + examples,
              "no two rows with the same " + key,
              "remove the duplicates, choose key columns that identify a row, or let the last row count"
                  + " (target.on-duplicate-key: keep-last)"));
    }
    return findings;
  }

  /** The columns of a row with their names, values that are too long cut. */
  static String shown(RowType type, RowData row) {
    List<String> texts = new FieldTexts(type).of(row);
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      shown.add(type.getFieldNames().get(i) + " = " + cut(texts.get(i)));
    }
    return String.join(", ", shown);
  }

  private static String cut(String text) {
    if (text == null) {
      return "null";
    }
    String line = text.replaceAll("\\p{Cntrl}", "?");
    return line.codePointCount(0, line.length()) <= LONGEST_VALUE
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LONGEST_VALUE)) + "…";
  }
}
