package io.deltascd.table;

import java.time.Instant;
import javax.annotation.Nullable;

/**
 * Which part of a change feed is asked for; both ends are part of it. At most one of the two fields
 * of each end is set.
 *
 * @param fromVersion first version; null if it is not given
 * @param fromTime the first version is the first that was committed at this time or later; null if
 *     it is not given
 * @param toVersion last version; null if it is not given
 * @param toTime the last version is the last that was committed at this time or earlier; null if it
 *     is not given
 */
public record FeedRange(
    @Nullable Long fromVersion,
    @Nullable Instant fromTime,
    @Nullable Long toVersion,
    @Nullable Instant toTime) {}
