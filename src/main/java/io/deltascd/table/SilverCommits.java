package io.deltascd.table;

import io.deltascd.config.ChangeCapture;
import io.deltascd.model.FileChange;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverSchema;
import io.deltascd.table.LogCommit.LogMetadata;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalLong;
import javax.annotation.Nullable;

/** Reads the commits of a range one after the other. */
final class SilverCommits implements LogIterator<SilverCommit> {

  /**
   * How things stand before the range.
   *
   * @param root of the table, for error texts
   * @param capture where changes are to come from
   * @param schema in force
   * @param timeMicros commit time of the version before, or {@link CommitTimes#NONE}
   * @param increasing whether in-commit timestamps are moved on as well if they are not later than
   *     the time before; if not, they are what they are, as in Delta Spark
   * @param rule decides what becomes of the run if the columns change
   */
  record Before(
      String root,
      ChangeCapture capture,
      SilverSchema schema,
      long timeMicros,
      boolean increasing,
      SchemaRule rule) {}

  private final DeltaLog log;
  private final Before before;
  private final long to;
  private long next;
  private long timeMicros;
  private SilverSchema schema;
  @Nullable private LogCommit actions;

  SilverCommits(DeltaLog log, Before before, long from, long to) {
    this.log = log;
    this.before = before;
    this.next = from;
    this.to = to;
    this.timeMicros = before.timeMicros();
    this.schema = before.schema();
  }

  @Override
  public boolean hasNext() {
    return next <= to;
  }

  @Override
  public SilverCommit next() {
    if (!hasNext()) {
      throw new NoSuchElementException("version " + next);
    }
    try {
      SilverCommit commit = read(next);
      next++;
      timeMicros = commit.timeMicros();
      schema = commit.schema();
      return commit;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The actions of the commit that was returned last. */
  LogCommit actions() {
    return Objects.requireNonNull(actions, "no commit yet");
  }

  private SilverCommit read(long version) throws IOException {
    LogCommit commit = log.read(version);
    actions = commit;
    try {
      return read(version, commit);
    } catch (PipelineException e) {
      throw e;
    } catch (RuntimeException e) {
      // A schema that is none, say. A retry would meet it again.
      throw log.malformed(version, e.toString(), e);
    }
  }

  private SilverCommit read(long version, LogCommit commit) throws IOException {
    String where = before.root() + ", version " + version;
    if (commit.protocol != null) {
      SilverMetadata.requireReadable(commit.protocol, log.readAs(), before.root(), where);
    }
    SilverSchema now = schema;
    LogMetadata metadata = commit.metadata;
    if (metadata != null) {
      Capturing.requireKept(where, metadata.configuration(), before.capture());
      now =
          before
              .rule()
              .next(
                  schema,
                  SilverMetadata.schema(
                      version,
                      metadata.schemaString(),
                      metadata.partitionColumns(),
                      metadata.configuration()),
                  where);
    }
    List<FileChange> files = FileChanges.of(commit, before.capture());
    if (!now.partitionColumns().isEmpty()) {
      requirePartition(files, commit);
    }
    return new SilverCommit(
        version,
        time(version, commit),
        metadata == null ? null : metadata.id(),
        files,
        schema,
        now);
  }

  /** Else null would be taken for the value of each partition column. */
  private static void requirePartition(List<FileChange> files, LogCommit commit) {
    for (FileChange file : files) {
      if (commit.withoutPartition.contains(file.path())) {
        throw new IllegalArgumentException("no partitionValues of file " + file.path());
      }
    }
  }

  private long time(long version, LogCommit commit) throws IOException {
    if (commit.inCommitTimestamp.isPresent()) {
      return CommitTimes.following(
          before.increasing() ? timeMicros : CommitTimes.NONE, commit.inCommitTimestamp, 0);
    }
    OptionalLong modified = log.modificationTime(version);
    if (modified.isEmpty()) {
      throw log.missing(version, null);
    }
    return CommitTimes.following(timeMicros, OptionalLong.empty(), modified.getAsLong());
  }

  @Override
  public void close() {
    // Each commit file is closed when it has been read.
  }
}
