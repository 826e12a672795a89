package io.deltascd.model;

/**
 * What was done to gold, counted once per committed change: the counts travel with the commits
 * themselves, so that a restart neither loses nor repeats any.
 *
 * @param changes rows of silver's changes; rows of the first snapshot are not among them. Of a
 *     version without a feed all rows of the files that were removed and added, also those that
 *     were merely copied
 * @param opened records opened
 * @param closed records closed
 * @param unchanged keys whose row was taken away and put back equal within a version
 */
public record Totals(long changes, long opened, long closed, long unchanged) {

  /** Nothing done. */
  public static final Totals NONE = new Totals(0, 0, 0, 0);

  /** The sum of both. */
  public Totals plus(Totals other) {
    return new Totals(
        changes + other.changes,
        opened + other.opened,
        closed + other.closed,
        unchanged + other.unchanged);
  }

  /** What was done since {@code earlier}. */
  public Totals minus(Totals earlier) {
    return new Totals(
        changes - earlier.changes,
        opened - earlier.opened,
        closed - earlier.closed,
        unchanged - earlier.unchanged);
  }
}
