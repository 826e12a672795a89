package io.deltascd.job;

import io.deltascd.config.TableLocation;
import io.deltascd.table.FeedRange;
import java.io.IOException;
import java.util.Iterator;
import java.util.OptionalLong;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** What the commands need to see of Delta tables. */
interface Tables {

  /**
   * @param version of the table; the newest if empty
   */
  Rows open(TableLocation table, OptionalLong version) throws IOException;

  /** The change feed of a table: its columns, then those of the feed. */
  Rows changes(TableLocation table, FeedRange range) throws IOException;

  /** The version of silver that gold stands at; empty if gold does not exist or is still empty. */
  OptionalLong silverVersion(TableLocation gold) throws IOException;

  /** The rows of one version of a table, or of its change feed. */
  interface Rows extends AutoCloseable {

    RowType schema();

    /** A row may be valid only until the next one is asked for. */
    Iterator<RowData> rows();

    @Override
    void close() throws IOException;
  }
}
