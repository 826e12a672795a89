package io.deltascd.table;

import io.deltascd.model.FileId;
import java.util.Set;

/**
 * A commit to gold that is not ours, as far as it concerns the files of current rows.
 *
 * @param version of gold
 * @param operation as its author calls it, such as {@code OPTIMIZE}; {@code unknown} if the log no
 *     longer tells, in which case this stands for all commits up to {@code version}
 * @param changesRows whether it claims to change rows, of whatever file, rather than to rewrite
 *     them
 * @param removed files that are gone
 * @param added files that are new
 * @param marked files that stay, with another deletion vector
 */
public record ForeignCommit(
    long version,
    String operation,
    boolean changesRows,
    Set<FileId> removed,
    Set<FileId> added,
    Set<FileId> marked) {

  public ForeignCommit {
    removed = Set.copyOf(removed);
    added = Set.copyOf(added);
    marked = Set.copyOf(marked);
  }
}
