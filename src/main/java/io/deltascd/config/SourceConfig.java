package io.deltascd.config;

import io.deltascd.model.KebabCase;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import javax.annotation.Nullable;

/**
 * The {@code source} section of a pipeline.
 *
 * @param silver the table that is followed
 * @param startup where history begins; decides once, when gold is created
 * @param bounded whether, and with which version, the job ends by itself
 * @param capture where the changes of its versions come from
 * @param resync when gold leaps to a snapshot of silver
 * @param discoveryInterval how often silver's log is looked at for new versions
 * @param acceptVersion changes of columns that gold cannot follow by itself are accepted in
 *     versions up to this one; {@link #ACCEPTS_NONE} if in none
 */
public record SourceConfig(
    TableLocation silver,
    Startup startup,
    Bounded bounded,
    ChangeCapture capture,
    ResyncPolicy resync,
    Duration discoveryInterval,
    long acceptVersion)
    implements Serializable {

  /** Below every version. */
  public static final long ACCEPTS_NONE = -1;

  /** The same with another end. */
  public SourceConfig boundedBy(Bounded other) {
    return new SourceConfig(
        silver, startup, other, capture, resync, discoveryInterval, acceptVersion);
  }

  /** The same with another rule for a resync. */
  public SourceConfig resyncing(ResyncPolicy other) {
    return new SourceConfig(
        silver, startup, bounded, capture, other, discoveryInterval, acceptVersion);
  }

  /** When gold leaps to a snapshot of silver, over changes that are not known. */
  public enum ResyncPolicy {
    /** Never: that changes are gone is an error. */
    NEVER,
    /** At a start without state that finds changes gone which gold needs. */
    IF_LOST,
    /** At this start. */
    NOW
  }

  /** {@code on-history-lost}. */
  public enum OnHistoryLost {
    /** The run is refused. */
    FAIL,
    /** Gold leaps to a snapshot of silver. */
    RESYNC;

    /** As written in a pipeline file. */
    @Override
    public String toString() {
      return KebabCase.of(this);
    }
  }

  /** {@code scan.startup.mode}. */
  public enum StartupMode {
    /** The oldest version whose snapshot and later changes are all readable. */
    INITIAL,
    /** The newest version's snapshot. */
    LATEST_FULL,
    /** The snapshot of a given version. */
    FROM_VERSION,
    /** The snapshot of the version that was current at a given time. */
    FROM_TIMESTAMP;

    /** As written in a pipeline file. */
    @Override
    public String toString() {
      return KebabCase.of(this);
    }
  }

  /**
   * {@code scan.startup.mode} with what belongs to it.
   *
   * @param mode which version's snapshot is the beginning; its changes follow
   * @param version that version; with {@link StartupMode#FROM_VERSION} only, else -1
   * @param time when that version was the newest one; with {@link StartupMode#FROM_TIMESTAMP} only,
   *     else null
   */
  public record Startup(StartupMode mode, long version, @Nullable Instant time)
      implements Serializable {

    /** A mode that needs nothing else. */
    public static Startup of(StartupMode mode) {
      return new Startup(mode, -1, null);
    }
  }

  /**
   * {@code scan.bounded.mode} with what belongs to it.
   *
   * @param mode what bounds the run
   * @param version the last version, inclusive; with {@link Mode#VERSION} only, else -1
   * @param time the last version is the newest that was committed no later than this; with {@link
   *     Mode#TIMESTAMP} only, else null
   */
  public record Bounded(Mode mode, long version, @Nullable Instant time) implements Serializable {

    /** Not bounded by a time. */
    public Bounded(Mode mode, long version) {
      this(mode, version, null);
    }

    /** Whether the run ends by itself. */
    public boolean endsByItself() {
      return mode != Mode.UNBOUNDED;
    }

    /** What bounds the run. */
    public enum Mode {
      /** Nothing: the job follows silver until it is stopped. */
      UNBOUNDED,
      /** The version that is newest when the job starts. */
      LATEST,
      /** A given version. */
      VERSION,
      /** The version that was current at a given time, as of the start of the job. */
      TIMESTAMP;

      /** As written in a pipeline file. */
      @Override
      public String toString() {
        return KebabCase.of(this);
      }
    }
  }
}
