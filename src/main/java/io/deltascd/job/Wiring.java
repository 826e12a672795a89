package io.deltascd.job;

import io.deltascd.config.TableLocation;
import io.deltascd.model.Progress;
import io.deltascd.table.FeedRange;
import io.deltascd.table.FeedReader;
import io.deltascd.table.GoldTable;
import io.deltascd.table.TableReader;
import io.deltascd.table.TableRows;
import java.io.IOException;
import java.util.Iterator;
import java.util.OptionalLong;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** Where the commands meet the rest of the program. */
final class Wiring {

  static final PipelineRunner RUNNER = new ScdJob();

  static final Tables TABLES = new DeltaTables();

  private Wiring() {}

  /** Delta tables. */
  private static final class DeltaTables implements Tables {

    @Override
    public Rows open(TableLocation table, OptionalLong version) throws IOException {
      TableReader reader = TableReader.open(table, version);
      return new DeltaRows(reader.schema(), reader.rows());
    }

    @Override
    public Rows changes(TableLocation table, FeedRange range) throws IOException {
      FeedReader reader = FeedReader.open(table, range);
      return new DeltaRows(reader.schema(), reader.rows());
    }

    @Override
    public OptionalLong silverVersion(TableLocation gold) throws IOException {
      Progress progress = GoldTable.open(gold).progress();
      return progress.silver().hasVersion()
          ? OptionalLong.of(progress.silver().version())
          : OptionalLong.empty();
    }
  }

  /** The rows of a Delta table. */
  private record DeltaRows(RowType schema, TableRows opened) implements Tables.Rows {

    @Override
    public Iterator<RowData> rows() {
      return opened;
    }

    @Override
    public void close() throws IOException {
      opened.close();
    }
  }
}
