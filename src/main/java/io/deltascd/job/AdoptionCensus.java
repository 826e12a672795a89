package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.model.HistoryColumns;
import io.deltascd.model.HistorySettings;
import io.deltascd.table.HistoryCensus;
import io.deltascd.table.HistoryCensus.Fault;
import io.deltascd.table.KeyCensus;
import io.deltascd.table.NotebookGold;
import io.deltascd.table.SilverSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** Whether the rows of a notebook's gold are the history of silver up to the version it names. */
final class AdoptionCensus {
  private static final String REPAIR =
      "let the notebook finish its batch, then start again; else RESTORE TABLE … TO VERSION AS OF"
          + " the version before that batch, or build gold anew at another path";

  private static final String CORRECT = "correct these rows, or build gold anew at another path";

  private final NotebookGold gold;
  private final TargetConfig target;
  private final HistorySettings history;
  private final String where;
  private OptionalLong earliest = OptionalLong.empty();

  /**
   * @param where gold and its version
   */
  AdoptionCensus(NotebookGold gold, TargetConfig target, String where) {
    this.gold = gold;
    this.target = target;
    this.history = target.history();
    this.where = where;
  }

  /** The begin of the earliest record, in microseconds; known once {@link #history} was asked. */
  OptionalLong earliest() {
    return earliest;
  }

  /** What is wrong with the history columns. */
  List<Finding> history(SilverSnapshot standsAt) throws IOException {
    HistoryColumns names = history.names();
    HistoryCensus.Result census =
        HistoryCensus.of(
            gold.rows(HistoryCensus.columns(target.keys(), names)), history, standsAt.timeMicros());
    earliest = census.earliest();
    List<Finding> findings = new ArrayList<>();
    census
        .faulty()
        .forEach(
            (fault, rows) -> {
              String found =
                  Amounts.count(rows.count(), "row") + examples(census.type(), rows.examples());
              findings.add(fault(fault, found, standsAt));
            });
    return findings;
  }

  private Finding fault(Fault fault, String found, SilverSnapshot standsAt) {
    HistoryColumns names = history.names();
    String openEnd = history.openEnd() == null ? "null" : history.openEnd();
    return switch (fault) {
      case INCOMPLETE ->
          finding(
              "Rows of gold do not say whether they are current, or since when they count",
              found,
              "no null in "
                  + names.isCurrent()
                  + " and "
                  + names.validFrom()
                  + (names.validFromVersion() == null
                      ? ""
                      : ", and none in " + names.validFromVersion() + " of current rows"),
              CORRECT);
      case CONTRADICTORY ->
          finding(
              "Rows of gold are current although they have ended, or closed without an end",
              found,
              names.validTo()
                  + " "
                  + openEnd
                  + " where "
                  + names.isCurrent()
                  + " is true, and a time where it is false",
              CORRECT + "; target.valid-to-open says what current rows have there");
      case LATE ->
          finding(
              "Gold has records that begin or end after the version that it stands at",
              found,
              "no begin or end after version "
                  + standsAt.version()
                  + " of "
                  + FieldTexts.time(standsAt.timeMicros())
                  + "; a notebook that was stopped between its commits leaves such records",
              REPAIR);
    };
  }

  /** What is wrong with the keys of current rows. */
  List<Finding> keys() throws IOException {
    KeyCensus.Result census = KeyCensus.of(gold.currentRows(target.keys(), history));
    List<Finding> findings = new ArrayList<>();
    if (census.nullRows() > 0) {
      findings.add(
          finding(
              "Current rows of gold have no key",
              Amounts.count(census.nullRows(), "row") + examples(census.keyType(), census.nulls()),
              "no null in " + String.join(", ", target.keys()),
              CORRECT));
    }
    if (census.repeatedKeys() > 0) {
      findings.add(
          finding(
              "Gold has more than one current row of a key",
              Amounts.count(census.repeatedKeys(), "key")
                  + " in "
                  + Amounts.count(census.repeatedRows(), "current row")
                  + examples(
                      census.keyType(),
                      census.repeated().stream().map(KeyCensus.Group::key).toList()),
              "one current row of each key",
              CORRECT));
    }
    return findings;
  }

  /** How current rows differ from silver. */
  List<Finding> values(TableLocation silver, SilverSnapshot standsAt) throws IOException {
    List<String> compared =
        CurrentRows.columns(gold.schema(target.keys(), history), standsAt.rowType());
    return CurrentRows.findings(
        silver, standsAt, target, gold.currentRows(compared, history), where, REPAIR);
  }

  private static String examples(RowType type, List<RowData> rows) {
    return ", for example "
        + rows.stream().map(row -> KeyFindings.shown(type, row)).collect(Collectors.joining("; "));
  }

  private Finding finding(String what, String found, String expected, String remedy) {
    return new Finding(what, where, found, expected, remedy);
  }
}
