package io.deltascd.table;

import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.engine.ParquetHandler;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * Kernel's Parquet handler, which takes one field's values for another's where a file has other
 * fields in a struct inside of a map than are asked for, or has them in another order: column
 * mapping lets fields be dropped and moved. Files with such structs are read by {@link
 * PrunedParquet} instead.
 *
 * @param handler Kernel's, for everything else
 * @param hadoop the file systems' configuration
 */
record MapAwareParquet(ParquetHandler handler, Configuration hadoop) implements ParquetHandler {

  @Override
  public CloseableIterator<FileReadResult> readParquetFiles(
      CloseableIterator<FileStatus> files, StructType schema, Optional<Predicate> predicate)
      throws IOException {
    // A predicate does no more than leave out some rows that need not be read.
    return hasStructInMap(schema, false)
        ? files.flatMap(file -> new PrunedParquet(file.getPath(), schema, hadoop))
        : handler.readParquetFiles(files, schema, predicate);
  }

  private static boolean hasStructInMap(DataType type, boolean inMap) {
    if (type instanceof StructType struct) {
      return inMap
          || struct.fields().stream().anyMatch(field -> hasStructInMap(field.getDataType(), false));
    } else if (type instanceof ArrayType array) {
      return hasStructInMap(array.getElementType(), inMap);
    } else if (type instanceof MapType map) {
      return hasStructInMap(map.getKeyType(), true) || hasStructInMap(map.getValueType(), true);
    }
    return false;
  }

  @Override
  public CloseableIterator<DataFileStatus> writeParquetFiles(
      String directory, CloseableIterator<FilteredColumnarBatch> data, List<Column> statistics)
      throws IOException {
    return handler.writeParquetFiles(directory, data, statistics);
  }

  @Override
  public void writeParquetFileAtomically(String path, CloseableIterator<FilteredColumnarBatch> data)
      throws IOException {
    handler.writeParquetFileAtomically(path, data);
  }
}
