package io.deltascd.table;

import io.deltascd.model.FileChange;
import io.deltascd.model.Micros;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.types.RowKind;

/** The changed rows of commits, with the columns of a feed; one file is open at a time. */
final class FeedRows implements TableRows {

  /** Opens a file of a version. */
  @FunctionalInterface
  interface Files {
    ChangeRows open(FileChange change, long version) throws IOException;
  }

  private final LogIterator<SilverCommit> commits;
  private final Files opener;
  private Iterator<FileChange> files = Collections.emptyIterator();
  private long version;
  private TimestampData time = TimestampData.fromEpochMillis(0);
  @Nullable private ChangeRows rows;
  private boolean ready;

  FeedRows(LogIterator<SilverCommit> commits, Files opener) {
    this.commits = commits;
    this.opener = opener;
  }

  @Override
  public boolean hasNext() {
    try {
      while (!ready) {
        if (rows != null) {
          ready = rows.next();
          if (!ready) {
            closeFile();
          }
        } else if (files.hasNext()) {
          rows = opener.open(files.next(), version);
        } else if (commits.hasNext()) {
          enter(commits.next());
        } else {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void enter(SilverCommit commit) {
    version = commit.version();
    time = Micros.timestamp(commit.timeMicros());
    files = commit.files().iterator();
  }

  @Override
  public RowData next() {
    if (!hasNext()) {
      throw new NoSuchElementException("no row after version " + version);
    }
    ready = false;
    return new JoinedRowData(rows.row(), GenericRowData.of(changeType(rows.kind()), version, time));
  }

  private static StringData changeType(RowKind kind) {
    return StringData.fromString(
        switch (kind) {
          case INSERT -> "insert";
          case UPDATE_BEFORE -> "update_preimage";
          case UPDATE_AFTER -> "update_postimage";
          case DELETE -> "delete";
        });
  }

  private void closeFile() throws IOException {
    if (rows != null) {
      rows.close();
      rows = null;
    }
  }

  @Override
  public void close() throws IOException {
    closeFile();
    commits.close();
  }
}
