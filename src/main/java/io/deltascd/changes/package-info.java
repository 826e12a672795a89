/**
 * Silver's changes, from its change feed or from its files, as a Flink source: log, splits, rows.
 *
 * <pre>
 * ChangeEnumerator ── plans ──▶ VersionTracker ── ChangeSplit ──▶ ChangeSourceReader ── WireRecord ──▶
 *   (ChangePlanner reads            what is assigned?               (ChangeSplitReader reads files in
 *    the log)                       complete up to?                  the fetcher's thread)
 *        └──────────────────── CompleteUpTo ────────────────────────▶ Watermark(version)
 * </pre>
 *
 * <p>Progress is a version. The enumerator alone knows what has been handed out; it tells the
 * readers up to which version everything has been, and a reader emits that version as a watermark
 * when its own splits up to there are done. No reader is ever idle, and the source never emits
 * {@link java.lang.Long#MAX_VALUE} itself; the one that Flink emits at the end of a source is kept
 * from the operators by {@link io.deltascd.changes.VersionWatermarks}.
 *
 * <p>The enumerator watches gold's log as well. A job without state reads first where gold's
 * current rows lie (splits of kind INDEX). Later, files that hold rows of other files, after a
 * compaction or someone's OPTIMIZE, are read in the same way (MOVED); their splits count as the
 * silver version that gold stands at, so that no later version is applied to positions that are out
 * of date.
 */
package io.deltascd.changes;
