package io.deltascd.table;

import io.deltascd.model.Micros;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.NoSuchElementException;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.utils.JoinedRowData;

/** The changed rows of commits, with the columns of a feed; one commit is open at a time. */
final class FeedRows implements TableRows {
  private final LogIterator<FeedCommit> commits;
  private TimestampData time = TimestampData.fromEpochMillis(0);
  private long version;
  @Nullable private ChangeRows rows;
  private boolean ready;

  FeedRows(LogIterator<FeedCommit> commits) {
    this.commits = commits;
  }

  @Override
  public boolean hasNext() {
    try {
      while (!ready) {
        if (rows != null) {
          ready = rows.next();
          if (!ready) {
            closeRows();
          }
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

  private void enter(FeedCommit commit) throws IOException {
    version = commit.version();
    time = Micros.timestamp(commit.timeMicros());
    rows = commit.rows().open();
  }

  @Override
  public RowData next() {
    if (!hasNext()) {
      throw new NoSuchElementException("no row after version " + version);
    }
    ready = false;
    return new JoinedRowData(
        rows.row(), GenericRowData.of(ChangeType.text(rows.kind()), version, time));
  }

  private void closeRows() throws IOException {
    if (rows != null) {
      rows.close();
      rows = null;
    }
  }

  @Override
  public void close() throws IOException {
    closeRows();
    commits.close();
  }
}
