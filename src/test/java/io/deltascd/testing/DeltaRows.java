package io.deltascd.testing;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Reads the rows of a Delta table through Kernel's scan, deletion vectors applied. */
public final class DeltaRows {

  private static final Engine ENGINE = DefaultEngine.create(new Configuration());

  private DeltaRows() {}

  /** The rows of the newest version. */
  public static List<Map<String, Object>> of(Path table) {
    return read(TableManager.loadSnapshot(table.toString()).build(ENGINE));
  }

  /** The rows as of a version. */
  public static List<Map<String, Object>> of(Path table, long version) {
    return read(TableManager.loadSnapshot(table.toString()).atVersion(version).build(ENGINE));
  }

  private static List<Map<String, Object>> read(Snapshot snapshot) {
    Scan scan = snapshot.getScanBuilder().build();
    Row state = scan.getScanState(ENGINE);
    List<Map<String, Object>> rows = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(ENGINE)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> files = batches.next().getRows()) {
          while (files.hasNext()) {
            read(state, files.next(), rows);
          }
        }
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void read(Row state, Row file, List<Map<String, Object>> rows) throws IOException {
    FileStatus status = InternalScanFileUtils.getAddFileStatus(file);
    StructType schema = ScanStateRow.getPhysicalDataReadSchema(state);
    CloseableIterator<FileReadResult> data =
        ENGINE
            .getParquetHandler()
            .readParquetFiles(Utils.singletonCloseableIterator(status), schema, Optional.empty());
    KernelRows.addAll(
        Scan.transformPhysicalData(ENGINE, state, file, data.map(FileReadResult::getData)), rows);
  }
}
