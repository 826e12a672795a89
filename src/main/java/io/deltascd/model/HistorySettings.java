package io.deltascd.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import javax.annotation.Nullable;

/**
 * What decides the meaning of gold's rows beside the keys. Gold remembers it (see {@link
 * Progress#history()}), so that a run with other settings can be refused.
 *
 * @param names the columns that gold has beside silver's
 * @param openEnd what {@link HistoryColumns#validTo()} holds in current rows; null means null
 * @param deletes what becomes of a key that silver deletes
 * @param columns silver's columns in gold, in gold's order; empty: all of them
 * @param tracked the columns of gold whose changes open a new record; empty: all of silver's
 * @param partitionBy gold's partition columns: {@link HistoryColumns#isCurrent()} and columns of
 *     silver; an adopted gold keeps its own, which may be none
 * @param onDuplicateKey what becomes of a key that is not unique
 * @param sequenceBy columns of silver: of several rows of a key the greatest one is kept
 */
public record HistorySettings(
    @JsonProperty("names") HistoryColumns names,
    @JsonProperty("openEnd") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String openEnd,
    @JsonProperty("deletes") Deletes deletes,
    @JsonProperty("columns") List<String> columns,
    @JsonProperty("tracked") List<String> tracked,
    @JsonProperty("partitionBy") List<String> partitionBy,
    @JsonProperty("onDuplicateKey") DuplicateKeys onDuplicateKey,
    @JsonProperty("sequenceBy") List<String> sequenceBy)
    implements Serializable {

  /** What becomes of a key that silver deletes. */
  public enum Deletes {
    /** Its record is closed. */
    CLOSE,
    /** Its record stays open, and current. */
    IGNORE;

    /** As written in a pipeline file. */
    @Override
    @JsonValue
    public String toString() {
      return KebabCase.of(this);
    }
  }

  /** What becomes of a key that is not unique in silver. */
  public enum DuplicateKeys {
    /** The run ends with an error. */
    FAIL,
    /** The greatest row of the newest version counts; the others are counted. */
    KEEP_LAST;

    /** As written in a pipeline file. */
    @Override
    @JsonValue
    public String toString() {
      return KebabCase.of(this);
    }
  }

  /** All of silver's columns, each of them tracked, under the usual names. */
  public static final HistorySettings DEFAULT =
      new HistorySettings(null, null, null, null, null, null, null, null);

  /** Parts that are null have their defaults. */
  public HistorySettings {
    names = Objects.requireNonNullElse(names, HistoryColumns.DEFAULT);
    deletes = Objects.requireNonNullElse(deletes, Deletes.CLOSE);
    columns = listOf(columns);
    tracked = listOf(tracked);
    partitionBy = partitionBy == null ? List.of(names.isCurrent()) : List.copyOf(partitionBy);
    onDuplicateKey = Objects.requireNonNullElse(onDuplicateKey, DuplicateKeys.FAIL);
    sequenceBy = listOf(sequenceBy);
    if (openEnd != null) {
      openEnd = Instant.parse(openEnd).toString();
    }
  }

  private static List<String> listOf(@Nullable List<String> names) {
    return names == null ? List.of() : List.copyOf(names);
  }

  /** Whether several rows of a key are allowed. */
  public boolean keepsLast() {
    return onDuplicateKey == DuplicateKeys.KEEP_LAST;
  }

  /** Whether a key stays open that silver deletes. */
  public boolean ignoresDeletes() {
    return deletes == Deletes.IGNORE;
  }

  /**
   * Whether rows have to be kept that silver may not bring again: with an ignored deletion, or
   * where a key may have several rows.
   */
  public boolean keepsRows() {
    return keepsLast() || ignoresDeletes();
  }

  /** The end of current rows, in microseconds since the epoch; null means null. */
  @Nullable
  public Long openEndMicros() {
    if (openEnd == null) {
      return null;
    }
    return Micros.of(Instant.parse(openEnd));
  }

  /** Gold's partition columns that are silver's. */
  public List<String> furtherPartitions() {
    return partitionBy.stream().filter(column -> !column.equals(names.isCurrent())).toList();
  }

  /** Whether current rows lie in other files than closed ones; else any file may have both. */
  public boolean separatesCurrent() {
    return partitionBy.contains(names.isCurrent());
  }

  /** The same with other partition columns. */
  public HistorySettings partitionedBy(List<String> partitions) {
    return new HistorySettings(
        names, openEnd, deletes, columns, tracked, partitions, onDuplicateKey, sequenceBy);
  }
}
