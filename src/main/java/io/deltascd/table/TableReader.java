package io.deltascd.table;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.internal.DeltaHistoryManager;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.OptionalLong;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Reads a Delta table, whoever wrote it, as of one version: deletion vectors and partition values
 * applied, columns under their logical names. Made for people and tests, not for speed.
 */
public final class TableReader {
  private final Engine engine;
  private final Snapshot snapshot;
  private final RowType schema;

  private TableReader(Engine engine, Snapshot snapshot) {
    this.engine = engine;
    this.snapshot = snapshot;
    this.schema = DeltaTypes.rowType(((SnapshotImpl) snapshot).getMetadata().getSchemaString());
  }

  /**
   * Opens a table.
   *
   * @param version to read; empty for the newest one
   * @throws PipelineException if there is no table or no such version, or if a column has a type
   *     that is not supported
   */
  public static TableReader open(TableLocation location, OptionalLong version) throws IOException {
    Engine engine = KernelEngines.engine(location);
    String root = KernelEngines.rootUri(location);
    Snapshot newest;
    try {
      newest = TableSnapshots.latest(engine, root);
    } catch (TableNotFoundException e) {
      throw new PipelineException(
          "There is no Delta table",
          location.path(),
          "no _delta_log with commits",
          "a Delta table",
          "correct the path",
          e);
    }
    if (version.isEmpty() || version.getAsLong() == newest.getVersion()) {
      return new TableReader(engine, newest);
    }
    long wanted = version.getAsLong();
    if (wanted < 0 || wanted > newest.getVersion()) {
      throw noSuchVersion(engine, newest, location, wanted, null);
    }
    try {
      return new TableReader(
          engine,
          KernelCalls.reading(
              "version " + wanted + " of " + location,
              () -> TableManager.loadSnapshot(root).atVersion(wanted).build(engine)));
    } catch (KernelException e) {
      throw noSuchVersion(engine, newest, location, wanted, e);
    }
  }

  private static PipelineException noSuchVersion(
      Engine engine,
      Snapshot newest,
      TableLocation location,
      long wanted,
      @Nullable Exception cause)
      throws IOException {
    long oldest =
        KernelCalls.reading(
            "the log of " + location,
            () ->
                DeltaHistoryManager.getEarliestRecreatableCommit(
                    engine, newest.getLogPath(), Optional.empty()));
    return new PipelineException(
        "The table has no such version",
        location.path(),
        "version " + wanted,
        "a version from " + oldest + " to " + newest.getVersion(),
        "ask for one of those",
        cause);
  }

  /** Where the table is. */
  String root() {
    return snapshot.getPath();
  }

  /** The columns of the rows. */
  public RowType schema() {
    return schema;
  }

  /** All rows, in no particular order, each a new object. */
  public TableRows rows() {
    Scan scan = snapshot.getScanBuilder().build();
    Row state = scan.getScanState(engine);
    KernelRows converter = new KernelRows(schema);
    return new Rows(
        "rows of " + snapshot.getPath(),
        scan.getScanFiles(engine)
            .flatMap(FilteredColumnarBatch::getRows)
            .flatMap(file -> batches(state, file))
            .flatMap(FilteredColumnarBatch::getRows)
            .map(converter::convert));
  }

  private CloseableIterator<FilteredColumnarBatch> batches(Row state, Row file) {
    try {
      return Scan.transformPhysicalData(
          engine,
          state,
          file,
          engine
              .getParquetHandler()
              .readParquetFiles(
                  Utils.singletonCloseableIterator(InternalScanFileUtils.getAddFileStatus(file)),
                  ScanStateRow.getPhysicalDataReadSchema(state),
                  Optional.empty())
              .map(FileReadResult::getData));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kernel's rows, with its errors as what they are. */
  private record Rows(String what, CloseableIterator<RowData> rows) implements TableRows {
    @Override
    public boolean hasNext() {
      return read(rows::hasNext);
    }

    @Override
    public RowData next() {
      return read(rows::next);
    }

    private <T> T read(KernelCalls.Call<T> call) {
      try {
        return KernelCalls.reading(what, call);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }
}
