package io.deltascd.testing;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One row of a change data feed.
 *
 * @param change what happened
 * @param version the commit
 * @param time of the commit
 * @param row the columns of the table
 */
public record FeedRow(Change change, long version, Instant time, Map<String, Object> row) {

  /** The values of {@code _change_type}. */
  public enum Change {
    INSERT("insert"),
    UPDATE_PREIMAGE("update_preimage"),
    UPDATE_POSTIMAGE("update_postimage"),
    DELETE("delete");

    private final String text;

    Change(String text) {
      this.text = text;
    }

    /** As the feed spells it. */
    public String text() {
      return text;
    }

    /** Whether the row is there after the version. */
    public boolean adds() {
      return this == INSERT || this == UPDATE_POSTIMAGE;
    }

    static Change of(String text) {
      for (Change change : values()) {
        if (change.text.equals(text)) {
          return change;
        }
      }
      throw new IllegalArgumentException("No change type: " + text);
    }
  }

  /** The row with its three feed columns, as readers of a feed give it. */
  public Map<String, Object> withFeedColumns() {
    Map<String, Object> all = new LinkedHashMap<>(row);
    all.put("_change_type", change.text());
    all.put("_commit_version", version);
    all.put("_commit_timestamp", time);
    return all;
  }
}
