package io.deltascd.config;

import java.io.Serializable;
import java.time.Duration;
import java.util.Locale;

/**
 * The {@code source} section of a pipeline.
 *
 * @param silver the table that is followed
 * @param startup where a job begins that has no state and finds an empty gold
 * @param bounded whether, and at which version, the job ends by itself
 * @param discoveryInterval how often silver's log is looked at for new versions
 */
public record SourceConfig(
    TableLocation silver, StartupMode startup, Bounded bounded, Duration discoveryInterval)
    implements Serializable {

  /** {@code scan.startup.mode}. */
  public enum StartupMode {
    /** The oldest version whose snapshot and later changes are all readable. */
    INITIAL,
    /** The newest version's snapshot. */
    LATEST_FULL;

    /** As written in a pipeline file. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * {@code scan.bounded.mode}.
   *
   * @param mode what bounds the run
   * @param version the last version, inclusive; with {@link Mode#VERSION} only, else -1
   */
  public record Bounded(Mode mode, long version) implements Serializable {

    /** What bounds the run. */
    public enum Mode {
      /** Nothing: the job follows silver until it is stopped. */
      UNBOUNDED,
      /** The version that is newest when the job starts. */
      LATEST,
      /** A given version. */
      VERSION;

      /** As written in a pipeline file. */
      @Override
      public String toString() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }
}
