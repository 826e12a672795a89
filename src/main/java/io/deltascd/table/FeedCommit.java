package io.deltascd.table;

import java.io.IOException;

/**
 * What one commit did to rows, as a feed shows it.
 *
 * @param version of the commit
 * @param timeMicros commit time, in microseconds since the epoch
 * @param rows opens its changed rows
 */
record FeedCommit(long version, long timeMicros, Opener rows) {

  /** Opens rows, from the first one on each time. */
  @FunctionalInterface
  interface Opener {
    ChangeRows open() throws IOException;
  }
}
