package io.deltascd.table;

/**
 * A commit to gold that is not ours.
 *
 * @param version of gold
 * @param operation as its author calls it, such as {@code OPTIMIZE}; {@code unknown} if the log no
 *     longer tells, in which case this stands for all commits up to {@code version}
 * @param changesRows whether it claims to change rows, rather than to rewrite them
 */
record ForeignCommit(long version, String operation, boolean changesRows) {}
