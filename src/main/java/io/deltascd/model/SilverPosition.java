package io.deltascd.model;

import java.io.Serializable;

/**
 * A version of silver that gold stands at.
 *
 * @param tableId {@code metaData.id} of silver when gold was created; silver may have been replaced
 *     since (CREATE OR REPLACE TABLE) and have another one
 * @param version commit number; -1 if none has been applied yet
 * @param timeMicros the commit time of the newest version up to {@code version} that changed rows,
 *     in microseconds since the epoch; {@link Long#MIN_VALUE} if there is none
 */
public record SilverPosition(String tableId, long version, long timeMicros)
    implements Serializable {
  /** No version has been applied yet. */
  public static final long NO_VERSION = -1;

  /** Before the first version. */
  public static SilverPosition none(String tableId) {
    return new SilverPosition(tableId, NO_VERSION, Long.MIN_VALUE);
  }

  /** Whether a version has been applied yet. */
  public boolean hasVersion() {
    return version > NO_VERSION;
  }
}
