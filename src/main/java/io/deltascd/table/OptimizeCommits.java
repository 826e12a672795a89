package io.deltascd.table;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.JsonHandler;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.data.GenericRow;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.annotation.Nullable;

/**
 * Kernel's JSON handler, for commits that bear the name {@value #OPERATION} and say what they did,
 * as Spark's do: Kernel's {@link io.delta.kernel.Operation} knows no such name, and a transaction
 * of Kernel takes no metrics.
 *
 * @param handler Kernel's, for everything else
 * @param metrics what the commit did, under Spark's names
 */
record OptimizeCommits(JsonHandler handler, Map<String, String> metrics) implements JsonHandler {
  private static final String OPERATION = "OPTIMIZE";

  OptimizeCommits {
    metrics = Map.copyOf(metrics);
  }

  @Override
  public void writeJsonFileAtomically(String path, CloseableIterator<Row> data, boolean overwrite)
      throws IOException {
    handler.writeJsonFileAtomically(path, data.map(this::named), overwrite);
  }

  /** An action; the log's checksums, which have other columns, come along here as well. */
  private Row named(Row action) {
    int info = action.getSchema().indexOf("commitInfo");
    return info < 0 || action.isNullAt(info)
        ? action
        : SingleAction.createCommitInfoSingleAction(named(action.getStruct(info), metrics));
  }

  private static Row named(Row info, Map<String, String> metrics) {
    StructType schema = info.getSchema();
    Map<Integer, Object> fields = new HashMap<>();
    for (int i = 0; i < schema.length(); i++) {
      fields.put(i, value(info, i, schema.at(i).getDataType()));
    }
    fields.put(schema.indexOf("operation"), OPERATION);
    fields.put(schema.indexOf("operationMetrics"), VectorUtils.stringStringMapValue(metrics));
    return new GenericRow(CommitInfo.FULL_SCHEMA, fields);
  }

  @Nullable
  private static Object value(Row info, int field, DataType type) {
    if (info.isNullAt(field)) {
      return null;
    } else if (type instanceof LongType) {
      return info.getLong(field);
    } else if (type instanceof BooleanType) {
      return info.getBoolean(field);
    } else if (type instanceof MapType) {
      return info.getMap(field);
    }
    return info.getString(field);
  }

  @Override
  public ColumnarBatch parseJson(
      ColumnVector json, StructType schema, Optional<ColumnVector> selection) {
    return handler.parseJson(json, schema, selection);
  }

  @Override
  public CloseableIterator<ColumnarBatch> readJsonFiles(
      CloseableIterator<FileStatus> files, StructType schema, Optional<Predicate> predicate)
      throws IOException {
    return handler.readJsonFiles(files, schema, predicate);
  }
}
