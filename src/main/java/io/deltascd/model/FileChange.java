package io.deltascd.model;

import java.util.Map;
import javax.annotation.Nullable;

/**
 * A file together with the way its rows become changes: a file of silver, or of gold for {@link
 * Action#INDEX}, {@link Action#MOVED} and {@link Action#RESYNC_BEFORE}.
 *
 * @param action how its rows are to be read
 * @param path as in the action: relative to the table or absolute, URI-encoded once
 * @param size in bytes
 * @param partitionValues as in the action; a null or missing value means null
 * @param deletionVector rows that do not count; for {@link Action#MARK} the newer vector; null if
 *     there is none
 * @param previousVector for {@link Action#MARK} the older vector, else null
 */
public record FileChange(
    Action action,
    String path,
    long size,
    Map<String, String> partitionValues,
    @Nullable DeletionVector deletionVector,
    @Nullable DeletionVector previousVector) {

  /** The same file, read in another way. */
  public FileChange as(Action other) {
    return new FileChange(other, path, size, partitionValues, deletionVector, previousVector);
  }

  /** How the rows of a file become changes. */
  public enum Action {
    /** A file of the first snapshot: every live row is there from the start. */
    SNAPSHOT,
    /** Every live row was inserted. */
    ADD,
    /** Every row that was live was deleted. */
    REMOVE,
    /** The rows say themselves what they are, in {@code _change_type}. */
    CDC,
    /**
     * The same file before and after with another deletion vector: rows newly marked were deleted,
     * rows no longer marked were inserted.
     */
    MARK,
    /** Not of silver but of gold: every live row tells where the current row of a key lies. */
    INDEX,
    /** No file: the version has other columns than the one before. */
    SCHEMA,
    /** Not of silver but of gold: every live row is what silver had before a resync. */
    RESYNC_BEFORE,
    /** A file of the snapshot of a resync: every live row is what silver has now. */
    RESYNC_AFTER,
    /**
     * Not of silver but of gold, where it holds rows of other files: every live row tells where the
     * current row of a key lies now.
     */
    MOVED
  }

  /** What says that a version has other columns. */
  public static final FileChange SCHEMA_CHANGE =
      new FileChange(Action.SCHEMA, "", 0, Map.of(), null, null);
}
