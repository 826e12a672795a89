package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.deltascd.config.TableLocation;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileId;
import io.deltascd.model.Progress;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.annotation.Nullable;

/**
 * Watches gold's log for files with current rows that hold rows of other files: those of an
 * OPTIMIZE, of someone's UPDATE or DELETE, of our own compaction. Rows that a commit of ours brings
 * as changes are no concern of it; whoever wrote them knows where they lie.
 *
 * <p>A look at a gold that has not changed costs one request. Not thread-safe.
 */
public final class GoldRewrites {
  /** No version of gold has been looked at: all of its files may be new. */
  public static final long NONE = -1;

  private final TableLocation gold;
  @Nullable private Engine engine;
  @Nullable private TableStorage storage;
  private long version;

  /** Whether commits may be missing between the version looked at and the oldest in the log. */
  private boolean gapPossible = true;

  /**
   * @param version of gold up to which everything is known; {@link #NONE} if nothing is
   */
  public GoldRewrites(TableLocation gold, long version) {
    this.gold = gold;
    this.version = version;
  }

  /** The version of gold up to which everything is known. */
  public long version() {
    return version;
  }

  /** Everything up to a version has become known in another way. */
  public void goOnAfter(long known) {
    version = known;
  }

  /**
   * Looks at the commits since the last time. A gold that has gone has none; whoever commits to it
   * will tell.
   *
   * @return where the current rows lie in files that are new in this sense, as of {@link #version};
   *     empty if there are none
   * @throws io.deltascd.model.PipelineException if gold is no longer ours
   */
  public Optional<GoldIndex> look() throws IOException {
    try {
      return lookAtLog();
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  private Optional<GoldIndex> lookAtLog() throws IOException {
    if (storage == null) {
      engine = KernelEngines.engine(gold);
      storage = new TableStorage(gold);
    }
    if (gapPossible) {
      if (version == NONE || (!storage.hasCommit(version + 1) && newest().getVersion() > version)) {
        GoldIndex all = index(newest(), null);
        gapPossible = false;
        return Optional.of(all);
      }
      gapPossible = false;
    }
    Set<FileId> rewritten = new HashSet<>();
    read(rewritten);
    if (rewritten.isEmpty()) {
      return Optional.empty();
    }
    Snapshot newest = newest();
    read(rewritten);
    GoldIndex index = index(newest, rewritten);
    return index.files().isEmpty() ? Optional.empty() : Optional.of(index);
  }

  /** Reads commits to the end of the log. */
  private void read(Set<FileId> rewritten) throws IOException {
    for (; storage.hasCommit(version + 1); version++) {
      new GoldLog(engine).commit(KernelEngines.rootUri(gold), version + 1).addRewritten(rewritten);
    }
  }

  private Snapshot newest() throws IOException {
    return TableSnapshots.latest(engine, KernelEngines.rootUri(gold));
  }

  /**
   * Where current rows lie.
   *
   * @param only files to look at; null for all
   */
  private GoldIndex index(Snapshot snapshot, @Nullable Set<FileId> only) throws IOException {
    Progress progress = GoldChecks.progress(snapshot, gold);
    CurrentFiles files =
        CurrentFiles.load(
            engine, snapshot, GoldChecks.requireLayout(snapshot, progress, gold), null);
    version = snapshot.getVersion();
    GoldIndex all =
        GoldIndex.of(snapshot, GoldSchema.existing(snapshot, progress), progress, files);
    return new GoldIndex(
        progress,
        all.columns(),
        all.rows(),
        all.files().stream()
            .filter(file -> only == null || only.contains(FileId.of(file.path())))
            .map(file -> file.as(FileChange.Action.MOVED))
            .toList());
  }
}
