package io.deltascd.table;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.internal.util.ColumnMapping.ColumnMappingMode;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltascd.model.FileChange;
import io.deltascd.model.SilverSchema;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/**
 * How a row of silver is put together from a file: which physical columns are read, and where each
 * logical column comes from. Strings are read as bytes, so that they are never decoded.
 */
final class RowLayout {
  private final StructType schema;
  private final List<String> physicalNames = new ArrayList<>();
  private final boolean[] partitionColumn;
  private final StructType dataColumns;
  @Nullable private final RowSelection selection;

  /**
   * @param selection of rows of files that are read without ids; null if all are wanted
   */
  RowLayout(SilverSchema silver, @Nullable RowSelection selection) {
    this.selection = selection;
    this.schema = DeltaTypes.structType(silver.json());
    // Both refuse types that cannot be converted, with their columns.
    DeltaTypes.rowType(schema);
    schema.fields().forEach(CharColumn::writer);
    ColumnMappingMode mode = ColumnMappingMode.fromTableConfig(silver.columnMappingMode());
    this.partitionColumn = new boolean[schema.length()];
    StructType columns = new StructType();
    for (int i = 0; i < schema.length(); i++) {
      StructField field = schema.at(i);
      StructField physical = ColumnMapping.convertToPhysicalColumn(field, schema, mode);
      physicalNames.add(physical.getName());
      partitionColumn[i] =
          silver.partitionColumns().stream().anyMatch(field.getName()::equalsIgnoreCase);
      if (!partitionColumn[i]) {
        columns = columns.add(physical.withDataType(undecoded(physical.getDataType())));
      }
    }
    this.dataColumns = columns;
  }

  /** The type with bytes in place of strings, also inside. */
  private static DataType undecoded(DataType type) {
    if (type instanceof StringType) {
      return BinaryType.BINARY;
    } else if (type instanceof StructType struct) {
      return new StructType(
          struct.fields().stream()
              .map(field -> field.withDataType(undecoded(field.getDataType())))
              .toList());
    } else if (type instanceof ArrayType array) {
      return new ArrayType(undecoded(array.getElementType()), array.containsNull());
    } else if (type instanceof MapType map) {
      return new MapType(
          undecoded(map.getKeyType()), undecoded(map.getValueType()), map.isValueContainsNull());
    }
    return type;
  }

  /** A writer for each column of a row; new ones each time. */
  ColumnWriter[] writers() {
    return schema.fields().stream().map(CharColumn::writer).toArray(ColumnWriter[]::new);
  }

  /**
   * The physical columns that are read for a change. The one that says what a row is comes last.
   */
  StructType readSchema(FileChange change) {
    if (change.action() == FileChange.Action.CDC) {
      return dataColumns.add(FeedColumns.CHANGE_TYPE, BinaryType.BINARY);
    }
    boolean byPosition =
        change.action() == FileChange.Action.INDEX
            || change.action() == FileChange.Action.MOVED
            || change.deletionVector() != null
            || change.previousVector() != null;
    StructType columns = isSelectedFrom(change) ? withSelection() : dataColumns;
    return byPosition ? columns.add(StructField.DEFAULT_ROW_INDEX_COLUMN) : columns;
  }

  private boolean isSelectedFrom(FileChange change) {
    return selection != null && !change.partitionValues().containsKey(selection.column());
  }

  private StructType withSelection() {
    return dataColumns.add(selection.column(), BooleanType.BOOLEAN);
  }

  /** Which rows of a batch are wanted; null if all are. */
  @Nullable
  ColumnVector selected(ColumnarBatch batch) {
    int index = dataColumns.length();
    return selection != null
            && batch.getSchema().length() > index
            && batch.getSchema().at(index).getName().equals(selection.column())
        ? batch.getColumnVector(index)
        : null;
  }

  /** Whether a row is wanted, by the vector that says it. */
  boolean isSelected(ColumnVector selected, int rowInBatch) {
    return !selected.isNullAt(rowInBatch) && selected.getBoolean(rowInBatch) == selection.value();
  }

  /**
   * The physical columns that are read of a file with removed or added rows, if their ids are asked
   * for: the last three are id, version and row index.
   */
  StructType readSchema(RowTracking tracking) {
    return dataColumns
        .add(tracking.idColumn(), LongType.LONG)
        .add(tracking.commitVersionColumn(), LongType.LONG)
        .add(StructField.DEFAULT_ROW_INDEX_COLUMN);
  }

  /**
   * The partition columns of a file; null for each column that is read from it.
   *
   * @param where the file and its version, for the error text
   */
  ColumnVector[] partitionVectors(FileChange change, String where) {
    ColumnVector[] vectors = new ColumnVector[schema.length()];
    for (int i = 0; i < vectors.length; i++) {
      if (partitionColumn[i]) {
        vectors[i] =
            PartitionValue.vector(
                schema.at(i).getDataType(),
                change.partitionValues().get(physicalNames.get(i)),
                "column " + schema.at(i).getName() + " of " + where);
      }
    }
    return vectors;
  }

  /** Puts the vectors of a batch into the places of the columns that are read. */
  void fill(ColumnVector[] columns, ColumnarBatch batch) {
    int ordinal = 0;
    for (int i = 0; i < columns.length; i++) {
      if (!partitionColumn[i]) {
        columns[i] = batch.getColumnVector(ordinal++);
      }
    }
  }
}
