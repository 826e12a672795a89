package io.deltascd.job;

import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.Startup;
import io.deltascd.model.PipelineException;
import io.deltascd.table.SilverTable;
import io.deltascd.table.TimedVersion;
import io.deltascd.table.UsableVersions;
import java.io.IOException;

/** The version of silver whose snapshot a history begins with. */
final class StartVersion {
  private final SilverTable silver;
  private final SourceConfig source;

  private StartVersion(SilverTable silver, SourceConfig source) {
    this.silver = silver;
    this.source = source;
  }

  /**
   * Finds the version that the start mode means.
   *
   * @throws PipelineException if history cannot begin with it, since its snapshot or changes after
   *     it cannot be read
   */
  static long of(SilverTable silver, SourceConfig source) throws IOException {
    return new StartVersion(silver, source).find();
  }

  private long find() throws IOException {
    Startup startup = source.startup();
    return switch (startup.mode()) {
      case INITIAL -> silver.firstUsableVersion();
      case LATEST_FULL -> {
        long newest = silver.latestVersion();
        silver.requireCapture(newest);
        silver.requireFiles(newest);
        yield newest;
      }
      case FROM_VERSION ->
          usable(startup.version(), "scan.startup.version: " + startup.version(), "");
      case FROM_TIMESTAMP -> atTime(startup);
    };
  }

  private long atTime(Startup startup) throws IOException {
    String option = "scan.startup.timestamp: " + startup.time();
    TimedVersion version = silver.versionAt(startup.time());
    if (version.time().isAfter(startup.time())) {
      throw refused(
          silver.usableVersions(), option + ", before the oldest commit, version " + version);
    }
    if (version.version() == silver.latestVersion()
        && version.time().toEpochMilli() < startup.time().toEpochMilli()) {
      throw refused(
          silver.usableVersions(), option + ", after the newest commit, version " + version);
    }
    return usable(version.version(), option, ", when version " + version + " was the newest");
  }

  private long usable(long version, String option, String meaning) throws IOException {
    UsableVersions usable = silver.usableVersions();
    if (!usable.contains(version)) {
      String reason =
          version > usable.newest()
              ? "; there is no such version yet"
              : version < usable.oldest()
                  ? "; its snapshot or changes after it cannot be read (VACUUM, clean-up of the log"
                      + CaptureText.offReason(source.capture())
                      + ")"
                  : "; files of its snapshot are gone (VACUUM)";
      throw refused(usable, option + meaning + reason);
    }
    return version;
  }

  private PipelineException refused(UsableVersions usable, String found) throws IOException {
    return new PipelineException(
        "History cannot begin there",
        source.silver().path(),
        found,
        "a version from "
            + silver.timed(usable.oldest())
            + " to "
            + silver.timed(usable.newest())
            + ", and a snapshot with all its files",
        "begin with one of these; scan.startup.mode: initial begins with version "
            + usable.oldest());
  }
}
