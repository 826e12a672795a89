package io.deltascd.changes;

import io.deltascd.model.FileChange;
import io.deltascd.model.SilverSchema;
import io.deltascd.table.FollowedColumns;
import io.deltascd.table.GoldIndex;
import io.deltascd.table.SilverCommit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Packs the files of one version into splits: small ones together, big ones alone, so that several
 * readers share a big version and a version of many small files does not cost a request for each.
 */
final class SplitPacker {
  static final long SPLIT_BYTES = 16L << 20;
  static final int SPLIT_FILES = 64;

  private SplitPacker() {}

  static List<ChangeSplit> pack(
      long version, long timeMicros, SilverSchema schema, Iterator<FileChange> files) {
    List<ChangeSplit> splits = new ArrayList<>();
    pack(version, timeMicros, schema, files, splits);
    return splits;
  }

  /**
   * Packs a commit. Files that are removed have the schema that was in force before it.
   *
   * @param columns that are read
   */
  static List<ChangeSplit> pack(SilverCommit commit, FollowedColumns columns) {
    SilverSchema before = columns.needed(commit.before());
    SilverSchema after = columns.needed(commit.schema());
    if (before.equals(after)) {
      return pack(commit.version(), commit.timeMicros(), after, commit.files().iterator());
    }
    List<FileChange> removed = new ArrayList<>();
    List<FileChange> others = new ArrayList<>();
    if (columns.concerns(commit.before(), commit.schema())) {
      others.add(FileChange.SCHEMA_CHANGE);
    }
    for (FileChange file : commit.files()) {
      (file.action() == FileChange.Action.REMOVE ? removed : others).add(file);
    }
    List<ChangeSplit> splits = new ArrayList<>();
    pack(commit.version(), commit.timeMicros(), before, removed.iterator(), splits);
    pack(commit.version(), commit.timeMicros(), after, others.iterator(), splits);
    return splits;
  }

  /**
   * Packs files of gold that were rewritten.
   *
   * @param goldVersion as of which they are read
   * @param at the version of silver up to which gold has what the job wrote
   */
  static List<ChangeSplit> packRewritten(long goldVersion, GoldIndex index, long at) {
    long time = index.progress().silver().timeMicros();
    List<ChangeSplit> splits = new ArrayList<>();
    for (ChangeSplit split : pack(at, time, index.columns(), index.files().iterator())) {
      // The version has had splits of its own, which may be under way still.
      splits.add(split.named("gold-" + goldVersion + "-" + splits.size()));
    }
    return splits;
  }

  /**
   * @param splits of the same version, to which the new ones are added
   */
  static void pack(
      long version,
      long timeMicros,
      SilverSchema schema,
      Iterator<FileChange> files,
      List<ChangeSplit> splits) {
    List<FileChange> open = new ArrayList<>();
    long openBytes = 0;
    while (files.hasNext()) {
      FileChange file = files.next();
      if (!open.isEmpty()
          && (openBytes + file.size() > SPLIT_BYTES || open.size() == SPLIT_FILES)) {
        splits.add(split(version, splits.size(), timeMicros, schema, open));
        open.clear();
        openBytes = 0;
      }
      open.add(file);
      openBytes += file.size();
    }
    if (!open.isEmpty()) {
      splits.add(split(version, splits.size(), timeMicros, schema, open));
    }
  }

  private static ChangeSplit split(
      long version, int ordinal, long timeMicros, SilverSchema schema, List<FileChange> files) {
    return new ChangeSplit(
        version + "-" + ordinal, version, timeMicros, schema, List.copyOf(files), 0);
  }
}
