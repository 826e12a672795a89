package io.deltascd.table;

import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.util.OptionalLong;

/** What is worth knowing of silver beyond what a run needs. Reads only. */
public final class SilverInspection {
  private static final String CHANGE_DATA = "_change_data";

  private final SilverTable silver;

  /**
   * @param silver may be used by others meanwhile, but not at the same moment
   */
  public SilverInspection(SilverTable silver) {
    this.silver = silver;
  }

  /**
   * Whether what changes are to come from was off as of a version.
   *
   * @return false as well if that version cannot be rebuilt any more
   */
  public boolean captureOffAt(long version) throws IOException {
    try {
      return version >= 0 && !Capturing.offers(silver.properties(version), silver.capture());
    } catch (PipelineException e) {
      return false;
    }
  }

  /** The statement that switches the change data feed on. */
  public String feedStatement() {
    return Capturing.statement(silver.root(), Capturing.FEED);
  }

  /**
   * The first version of a range whose changes cannot be read any more: its log entry or one of its
   * files is gone, or it switched off what changes are to come from. Empty if there is none.
   *
   * @param from first version
   * @param to last version, inclusive
   * @throws PipelineException if a commit is there, but is none
   */
  public OptionalLong firstUnreadable(long from, long to) throws IOException {
    return silver.feedStart().firstUnreadable(from, to);
  }

  /**
   * The commit time of a version, in microseconds since the epoch.
   *
   * @throws PipelineException if its log entry is gone
   */
  public long timeMicros(long version) throws IOException {
    DeltaLog log = silver.log();
    return CommitTimes.of(log, version, log.read(version));
  }

  /** Bytes in the table's change files, those that no version needs any more included. */
  public long changeDataBytes() throws IOException {
    return silver.log().bytesBelow(CHANGE_DATA);
  }
}
