/**
 * Delta tables: the only room that knows Delta Kernel, Hadoop and Parquet.
 *
 * <p>Reading: {@link io.deltascd.table.SilverTable} follows the log and says which files changed in
 * which version; {@link io.deltascd.table.ChangeFileReader} turns such a file into rows; {@link
 * io.deltascd.table.FeedReader} does both for one reader. Writing: files and commits of gold.
 *
 * <p>Compaction of gold is a commit on its own ({@link io.deltascd.table.Gold#compact()}): the
 * committer, which knows all files, rewrites some of them after a commit, and nobody is asked
 * before. Rows that lie elsewhere afterwards are found as those that someone else has moved: the
 * positions in keyed state follow gold's log.
 *
 * <p>A state of a table that a retry does not mend is a {@link
 * io.deltascd.model.PipelineException}; storage that is out of reach for a moment is an {@link
 * java.io.IOException}, unchecked where Kernel's iterators leave no other way.
 */
package io.deltascd.table;
