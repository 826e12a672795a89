package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.FileChange;
import io.deltascd.model.FileChange.Action;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

class FeedRowsTest {
  private static final FileChange FILE = new FileChange(Action.ADD, "f", 1, Map.of(), null, null);

  @Test
  void rowsHaveTheColumnsOfTheFeed() throws IOException {
    CountingFeed feed = new CountingFeed(1, 1, 1);
    try (FeedRows rows = feed.rows(RowKind.UPDATE_BEFORE)) {
      RowData row = rows.next();
      assertThat(row.getArity()).isEqualTo(4);
      assertThat(row.getLong(0)).isEqualTo(7);
      assertThat(row.getString(1)).hasToString("update_preimage");
      assertThat(row.getLong(2)).isZero();
      assertThat(row.getTimestamp(3, 6).toInstant()).hasToString("1970-01-01T00:00:01.000002Z");
      assertThat(rows.hasNext()).isFalse();
      assertThatThrownBy(rows::next).isInstanceOf(NoSuchElementException.class);
    }
    assertThat(changeType(RowKind.INSERT)).isEqualTo("insert");
    assertThat(changeType(RowKind.UPDATE_AFTER)).isEqualTo("update_postimage");
    assertThat(changeType(RowKind.DELETE)).isEqualTo("delete");
  }

  @Test
  void commitsAndFilesWithoutRowsArePassedOver() throws IOException {
    try (FeedRows rows = new CountingFeed(3, 0, 9).rows(RowKind.INSERT)) {
      assertThat(rows.hasNext()).isFalse();
    }
    try (FeedRows rows = new CountingFeed(3, 9, 0).rows(RowKind.INSERT)) {
      assertThat(rows.hasNext()).isFalse();
    }
  }

  /** A feed of 4 * 10^12 rows: read on its way, nothing ahead of the row that is asked for. */
  @Test
  void nothingIsReadAhead() throws IOException {
    CountingFeed feed = new CountingFeed(1_000_000, 2, 2_000_000);
    try (FeedRows rows = feed.rows(RowKind.INSERT)) {
      long last = 0;
      for (long read = 1; read <= 5_000_000; read++) {
        last = rows.next().getLong(2);
        assertThat(feed.rowsMade).isEqualTo(read);
        assertThat(feed.open).isEqualTo(1);
      }
      assertThat(last).isEqualTo(1);
      assertThat(feed.commitsMade).isEqualTo(2);
    }
    assertThat(feed.open).isZero();
    assertThat(feed.closed).isTrue();
  }

  private static String changeType(RowKind kind) throws IOException {
    List<String> types = new ArrayList<>();
    try (FeedRows rows = new CountingFeed(1, 1, 1).rows(kind)) {
      rows.forEachRemaining(row -> types.add(row.getString(1).toString()));
    }
    return String.join(",", types);
  }

  /** Commits with the same number of files, and files with the same number of rows. */
  private static final class CountingFeed implements LogIterator<FeedCommit> {
    private final long commits;
    private final int filesOfCommit;
    private final long rowsOfFile;
    private final BinaryRowData row = new BinaryRowData(1);
    private RowKind kind;
    private long commitsMade;
    private long rowsMade;
    private int open;
    private boolean closed;

    CountingFeed(long commits, int filesOfCommit, long rowsOfFile) {
      this.commits = commits;
      this.filesOfCommit = filesOfCommit;
      this.rowsOfFile = rowsOfFile;
      BinaryRowWriter writer = new BinaryRowWriter(row);
      writer.writeLong(0, 7);
      writer.complete();
    }

    FeedRows rows(RowKind kind) {
      this.kind = kind;
      return new FeedRows(this);
    }

    private ChangeRows file(RowKind kind) {
      open++;
      return new ChangeRows() {
        private long left = rowsOfFile;

        @Override
        public boolean next() {
          rowsMade += left > 0 ? 1 : 0;
          return left-- > 0;
        }

        @Override
        public RowKind kind() {
          return kind;
        }

        @Override
        public BinaryRowData row() {
          return row;
        }

        @Override
        public void close() {
          open--;
        }
      };
    }

    @Override
    public boolean hasNext() {
      return commitsMade < commits;
    }

    @Override
    public FeedCommit next() {
      List<FileChange> files = Collections.nCopies(filesOfCommit, FILE);
      return new FeedCommit(
          commitsMade++, 1_000_002, () -> new FileRows(files, change -> file(kind)));
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
