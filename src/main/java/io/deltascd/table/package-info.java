/**
 * Delta tables: the only room that knows Delta Kernel, Hadoop and Parquet.
 *
 * <p>Reading: {@link io.deltascd.table.SilverTable} follows the log and says which files changed in
 * which version; {@link io.deltascd.table.ChangeFileReader} turns such a file into rows; {@link
 * io.deltascd.table.FeedReader} does both for one reader.
 *
 * <p>Writing: {@link io.deltascd.table.DataFileWriter} writes files, which become part of a table
 * with a commit. {@link io.deltascd.table.Gold} is gold as a committer sees it, {@link
 * io.deltascd.table.DeadLetterLog} the table of rejected rows, which gets a commit's rows before
 * gold does. {@link io.deltascd.table.GoldSwap} puts a gold that was built anew in the place of
 * gold, in one commit.
 *
 * <p>Two commits to one version must not both succeed. The log stores see to that: {@link
 * io.deltascd.table.LocalLogStore} with a link that exists once, {@link
 * io.deltascd.table.S3LogStore} with a conditional PUT; {@link io.deltascd.table.WriterSafety}
 * refuses storage for which there is no such thing.
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
