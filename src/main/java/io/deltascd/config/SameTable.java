package io.deltascd.config;

/** What a user is told whose silver and gold are one table. */
public final class SameTable {

  private SameTable() {}

  /**
   * The error.
   *
   * @param where gold's path is written
   * @param found that path, and how it is silver's if that cannot be seen
   */
  public static Finding finding(String where, String found) {
    return new Finding(
        "Silver and gold are the same table",
        where,
        found,
        "another path than " + TableRole.SILVER.option(),
        "write the path of the table that is to be maintained");
  }
}
