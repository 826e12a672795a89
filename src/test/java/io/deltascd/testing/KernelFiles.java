package io.deltascd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.deletionvectors.DeletionVectorUtils;
import io.delta.kernel.internal.deletionvectors.RoaringBitmapArray;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampType;
import io.delta.kernel.utils.FileStatus;
import io.delta.storage.LocalLogStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.apache.hadoop.conf.Configuration;

/** Kernel on single files of a table. */
final class KernelFiles {

  private static final Engine ENGINE = DefaultEngine.create(new Configuration());

  private KernelFiles() {}

  /** All rows of a Parquet file in their order. */
  static List<Map<String, Object>> rows(Path file, List<Column> columns) {
    StructType schema = kernelType(columns);
    List<Map<String, Object>> rows = new ArrayList<>();
    try {
      FileStatus status = FileStatus.of(file.toString(), Files.size(file), 0);
      var data =
          ENGINE
              .getParquetHandler()
              .readParquetFiles(Utils.singletonCloseableIterator(status), schema, Optional.empty());
      KernelRows.addAll(
          data.map(batch -> new FilteredColumnarBatch(batch.getData(), Optional.empty())), rows);
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a checkpoint of the newest version. */
  static void checkpoint(Path table) {
    Configuration configuration = new Configuration();
    // The default one starts processes to rename a file.
    configuration.set("io.delta.kernel.logStore.file.impl", LocalLogStore.class.getName());
    Engine engine = DefaultEngine.create(configuration);
    try {
      TableManager.loadSnapshot(table.toString()).build(engine).writeCheckpoint(engine);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Whether a row position is deleted.
   *
   * @param descriptor {@code deletionVector} of an action, missing if it has none
   */
  static LongPredicate marked(Path table, JsonNode descriptor) {
    if (!descriptor.isObject()) {
      return position -> false;
    }
    JsonNode offset = descriptor.path("offset");
    RoaringBitmapArray bitmap =
        DeletionVectorUtils.loadNewDvAndBitmap(
                ENGINE,
                table.toString(),
                new DeletionVectorDescriptor(
                    descriptor.get("storageType").asText(),
                    descriptor.get("pathOrInlineDv").asText(),
                    offset.isNumber() ? Optional.of(offset.asInt()) : Optional.empty(),
                    descriptor.get("sizeInBytes").asInt(),
                    descriptor.get("cardinality").asLong()))
            ._2;
    return bitmap::contains;
  }

  private static StructType kernelType(List<Column> columns) {
    StructType schema = new StructType();
    for (Column column : columns) {
      schema = schema.add(column.name(), kernelType(column.type()));
    }
    return schema;
  }

  private static DataType kernelType(ColumnType type) {
    return switch (type.kind()) {
      case LONG -> LongType.LONG;
      case INTEGER -> IntegerType.INTEGER;
      case STRING -> StringType.STRING;
      case DATE -> DateType.DATE;
      case DECIMAL -> new DecimalType(type.precision(), type.scale());
      case DOUBLE -> DoubleType.DOUBLE;
      case TIMESTAMP -> TimestampType.TIMESTAMP;
      case BOOLEAN -> BooleanType.BOOLEAN;
      case STRUCT -> kernelType(type.parts());
      case ARRAY -> new ArrayType(kernelType(type.part(0)), true);
      case MAP -> new MapType(kernelType(type.part(0)), kernelType(type.part(1)), true);
    };
  }
}
