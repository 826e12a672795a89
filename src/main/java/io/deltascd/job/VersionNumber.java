package io.deltascd.job;

import javax.annotation.Nullable;

/** The version of a table as an option gives it. */
final class VersionNumber {

  private VersionNumber() {}

  /**
   * Refuses what no version can be.
   *
   * @param version null if the option was not given
   * @throws UsageException if it is negative
   */
  static void check(String option, @Nullable Long version) {
    if (version != null && version < 0) {
      throw new UsageException(
          option + " must not be negative", version.toString(), "0 or more", "leave it out");
    }
  }
}
