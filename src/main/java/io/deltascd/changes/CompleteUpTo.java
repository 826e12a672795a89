package io.deltascd.changes;

import org.apache.flink.api.connector.source.SourceEvent;

/**
 * Tells a reader that all splits of a version and of those before it have been assigned. Can be
 * less than before, when splits come back from a reader that failed.
 *
 * @param version the version
 * @param timeMicros its commit time; {@link Long#MIN_VALUE} if not known
 * @param newestKnownVersion of silver, for lag
 * @param isEnd whether the source goes no further, see {@link io.deltascd.model.SourceEnd}
 */
record CompleteUpTo(long version, long timeMicros, long newestKnownVersion, boolean isEnd)
    implements SourceEvent {
  private static final long serialVersionUID = 1L;
}
