package io.deltascd.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/**
 * Names of the columns that gold has beside silver's.
 *
 * @param validFrom the instant from which a row counts, inclusive
 * @param validTo the instant until which it counts, exclusive
 * @param isCurrent whether it is its key's current row
 * @param validFromVersion silver's version of the begin; null if gold has no such column
 * @param validToVersion silver's version of the end, null in current rows; null if gold has no such
 *     column
 */
public record HistoryColumns(
    @JsonProperty("validFrom") String validFrom,
    @JsonProperty("validTo") String validTo,
    @JsonProperty("isCurrent") String isCurrent,
    @JsonProperty("validFromVersion") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String validFromVersion,
    @JsonProperty("validToVersion") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String validToVersion)
    implements Serializable {

  /** The usual names, without versions. */
  public static final HistoryColumns DEFAULT =
      new HistoryColumns("valid_from", "valid_to", "is_current", null, null);

  /** The names in gold's order, without those that gold does not have. */
  public List<String> all() {
    List<String> all = new ArrayList<>(List.of(validFrom, validTo));
    if (validFromVersion != null) {
      all.add(validFromVersion);
    }
    if (validToVersion != null) {
      all.add(validToVersion);
    }
    all.add(isCurrent);
    return all;
  }
}
