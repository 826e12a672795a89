package io.deltascd.table;

import io.deltascd.model.HistoryColumns;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.Micros;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Whether the history columns of a gold that somebody else has written say what they are to say.
 * Looks at all rows once.
 */
public final class HistoryCensus {
  /** What may be wrong with a row. */
  public enum Fault {
    /**
     * It does not say whether it is current, or since when it counts; a current one also if it does
     * not say since which version.
     */
    INCOMPLETE,
    /** It is current and ends, or is closed and does not end. */
    CONTRADICTORY,
    /** It begins or ends after the version that gold is said to stand at. */
    LATE
  }

  /**
   * Rows with the same fault.
   *
   * @param count how many there are
   * @param examples a few of them, of the columns that {@link #columns} names
   */
  public record Rows(long count, List<RowData> examples) {}

  /**
   * What was found.
   *
   * @param type the columns of the examples
   * @param faulty by what is wrong with them; a row counts for the first fault that it has
   * @param earliest begin of a record, in microseconds since the epoch; empty if there is none
   */
  public record Result(RowType type, Map<Fault, Rows> faulty, OptionalLong earliest) {}

  private final int validFrom;
  private final int validTo;
  private final int isCurrent;

  /** -1 if gold has no such column. */
  private final int validFromVersion;

  @Nullable private final Long openEnd;
  private final long standsAt;
  private final Map<Fault, Long> counts = new EnumMap<>(Fault.class);
  private final Map<Fault, List<RowData>> examples = new EnumMap<>(Fault.class);
  private long earliest = Long.MAX_VALUE;

  private HistoryCensus(RowType type, HistorySettings history, long standsAt) {
    HistoryColumns names = history.names();
    this.validFrom = type.getFieldIndex(names.validFrom());
    this.validTo = type.getFieldIndex(names.validTo());
    this.isCurrent = type.getFieldIndex(names.isCurrent());
    this.validFromVersion =
        names.validFromVersion() == null ? -1 : type.getFieldIndex(names.validFromVersion());
    this.openEnd = history.openEndMicros();
    this.standsAt = standsAt;
  }

  /** The columns that are looked at: those of the key, then history columns. */
  public static List<String> columns(List<String> keys, HistoryColumns names) {
    List<String> columns = new ArrayList<>(keys);
    columns.addAll(List.of(names.validFrom(), names.validTo(), names.isCurrent()));
    if (names.validFromVersion() != null) {
      columns.add(names.validFromVersion());
    }
    return columns;
  }

  /**
   * Counts the rows of gold that are wrong, by what is wrong with them.
   *
   * @param gold all rows of gold, of the columns that {@link #columns} names
   * @param standsAt the commit time of silver's version that gold is said to stand at, in
   *     microseconds since the epoch
   * @throws io.deltascd.model.PipelineException if a file is gone
   * @throws IOException if the storage failed
   */
  public static Result of(VersionRows gold, HistorySettings history, long standsAt)
      throws IOException {
    HistoryCensus census = new HistoryCensus(gold.type(), history, standsAt);
    try (ChangeRows rows = gold.open()) {
      while (rows.next()) {
        census.look(rows.row());
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return census.result(gold.type());
  }

  private void look(RowData row) {
    Long begin = micros(row, validFrom);
    if (begin != null) {
      earliest = Math.min(earliest, begin);
    }
    Fault fault = fault(row, begin, micros(row, validTo));
    if (fault != null) {
      counts.merge(fault, 1L, Long::sum);
      List<RowData> shown = examples.computeIfAbsent(fault, none -> new ArrayList<>());
      if (shown.size() < KeyCensus.EXAMPLES) {
        shown.add(row);
      }
    }
  }

  @Nullable
  private Fault fault(RowData row, @Nullable Long begin, @Nullable Long end) {
    if (row.isNullAt(isCurrent) || begin == null || lacksVersion(row)) {
      return Fault.INCOMPLETE;
    }
    boolean open = Objects.equals(end, openEnd);
    if (row.getBoolean(isCurrent) != open || (!open && end == null)) {
      return Fault.CONTRADICTORY;
    }
    return begin > standsAt || (!open && end > standsAt) ? Fault.LATE : null;
  }

  /** The record that closes a current row takes the version over; that of a closed row stays. */
  private boolean lacksVersion(RowData row) {
    return validFromVersion >= 0 && row.getBoolean(isCurrent) && row.isNullAt(validFromVersion);
  }

  @Nullable
  private static Long micros(RowData row, int column) {
    return row.isNullAt(column) ? null : Micros.of(row.getTimestamp(column, Micros.PRECISION));
  }

  private Result result(RowType type) {
    Map<Fault, Rows> faulty = new EnumMap<>(Fault.class);
    counts.forEach((fault, count) -> faulty.put(fault, new Rows(count, examples.get(fault))));
    return new Result(
        type,
        faulty,
        earliest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(earliest));
  }
}
