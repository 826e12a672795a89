package io.deltascd.table;

import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltascd.model.Micros;
import io.deltascd.model.PipelineException;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * Delta's types as Flink's and back. {@code variant} and types that Delta Kernel does not know are
 * refused.
 *
 * <pre>
 * byte TINYINT · short SMALLINT · integer INT · long BIGINT · float FLOAT · double DOUBLE
 * decimal(p,s) DECIMAL(p,s) · boolean BOOLEAN · string VARCHAR(max) · binary VARBINARY(max)
 * date DATE · timestamp TIMESTAMP_LTZ(6) · timestamp_ntz TIMESTAMP(6)
 * struct ROW · array ARRAY · map MAP
 * </pre>
 */
public final class DeltaTypes {
  private DeltaTypes() {}

  /**
   * The columns of a Delta schema.
   *
   * @param schemaJson {@code schemaString} of a {@code metaData} action
   * @throws PipelineException if a column, or a part of one, has a type that is not supported
   */
  public static RowType rowType(String schemaJson) {
    return rowType(structType(schemaJson));
  }

  /** As {@link #rowType(String)}, of a schema that has been read. */
  static RowType rowType(StructType schema) {
    return rowType("", schema, false);
  }

  /** The type of the elements of an array, or of a map's keys or values. */
  static LogicalType elementType(DataType type) {
    return logicalType("element", type, true);
  }

  /**
   * The type with null allowed in all its parts, as far as Delta has such: not as a map's key.
   *
   * @param type as {@link #rowType(String)} gives it
   */
  public static LogicalType nullable(LogicalType type) {
    return withNulls(type, true);
  }

  private static LogicalType withNulls(LogicalType type, boolean nullable) {
    return switch (type.getTypeRoot()) {
      case ROW ->
          new RowType(
              nullable,
              ((RowType) type)
                  .getFields().stream()
                      .map(f -> new RowType.RowField(f.getName(), nullable(f.getType())))
                      .toList());
      case ARRAY -> new ArrayType(nullable, nullable(((ArrayType) type).getElementType()));
      case MAP ->
          new MapType(
              nullable,
              withNulls(((MapType) type).getKeyType(), false),
              nullable(((MapType) type).getValueType()));
      default -> type.copy(nullable);
    };
  }

  /**
   * The Delta schema, with the metadata of each column.
   *
   * @throws PipelineException if a column has a type that Delta Kernel does not know
   */
  static StructType structType(String schemaJson) {
    try {
      return DataTypeJsonSerDe.deserializeStructType(schemaJson);
    } catch (IllegalArgumentException | KernelException e) {
      throw UnknownTypes.refused(schemaJson, e);
    }
  }

  /** The Delta schema of rows of this type, without column metadata. */
  static StructType structType(RowType rowType) {
    return structType("", rowType);
  }

  private static RowType rowType(String parent, StructType struct, boolean nullable) {
    List<RowType.RowField> fields = new ArrayList<>(struct.length());
    for (StructField field : struct.fields()) {
      fields.add(
          new RowType.RowField(
              field.getName(),
              logicalType(parent + field.getName(), field.getDataType(), field.isNullable())));
    }
    return new RowType(nullable, fields);
  }

  private static StructType structType(String parent, RowType row) {
    List<StructField> fields = new ArrayList<>(row.getFieldCount());
    for (RowType.RowField field : row.getFields()) {
      DataType type = dataType(parent + field.getName(), field.getType());
      fields.add(new StructField(field.getName(), type, field.getType().isNullable()));
    }
    return new StructType(fields);
  }

  /**
   * @param path of the column, or of a part of one, for error texts
   */
  private static LogicalType logicalType(String path, DataType type, boolean nullable) {
    if (type instanceof io.delta.kernel.types.ByteType) {
      return new TinyIntType(nullable);
    } else if (type instanceof io.delta.kernel.types.ShortType) {
      return new SmallIntType(nullable);
    } else if (type instanceof io.delta.kernel.types.IntegerType) {
      return new IntType(nullable);
    } else if (type instanceof io.delta.kernel.types.LongType) {
      return new BigIntType(nullable);
    } else if (type instanceof io.delta.kernel.types.FloatType) {
      return new FloatType(nullable);
    } else if (type instanceof io.delta.kernel.types.DoubleType) {
      return new DoubleType(nullable);
    } else if (type instanceof io.delta.kernel.types.DecimalType decimal) {
      return new DecimalType(nullable, decimal.getPrecision(), decimal.getScale());
    } else if (type instanceof io.delta.kernel.types.BooleanType) {
      return new BooleanType(nullable);
    } else if (type instanceof io.delta.kernel.types.StringType) {
      return new VarCharType(nullable, VarCharType.MAX_LENGTH);
    } else if (type instanceof io.delta.kernel.types.BinaryType) {
      return new VarBinaryType(nullable, VarBinaryType.MAX_LENGTH);
    } else if (type instanceof io.delta.kernel.types.DateType) {
      return new DateType(nullable);
    } else if (type instanceof io.delta.kernel.types.TimestampType) {
      return new LocalZonedTimestampType(nullable, Micros.PRECISION);
    } else if (type instanceof io.delta.kernel.types.TimestampNTZType) {
      return new TimestampType(nullable, Micros.PRECISION);
    } else if (type instanceof StructType struct) {
      return rowType(path + ".", struct, nullable);
    } else if (type instanceof io.delta.kernel.types.ArrayType array) {
      return new ArrayType(
          nullable, logicalType(path + ".element", array.getElementType(), array.containsNull()));
    } else if (type instanceof io.delta.kernel.types.MapType map) {
      return new MapType(
          nullable,
          logicalType(path + ".key", map.getKeyType(), false),
          logicalType(path + ".value", map.getValueType(), map.isValueContainsNull()));
    }
    throw unsupported(path, type.toString(), null);
  }

  static DataType dataType(String path, LogicalType type) {
    return switch (type.getTypeRoot()) {
      case TINYINT -> io.delta.kernel.types.ByteType.BYTE;
      case SMALLINT -> io.delta.kernel.types.ShortType.SHORT;
      case INTEGER -> io.delta.kernel.types.IntegerType.INTEGER;
      case BIGINT -> io.delta.kernel.types.LongType.LONG;
      case FLOAT -> io.delta.kernel.types.FloatType.FLOAT;
      case DOUBLE -> io.delta.kernel.types.DoubleType.DOUBLE;
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) type;
        yield new io.delta.kernel.types.DecimalType(decimal.getPrecision(), decimal.getScale());
      }
      case BOOLEAN -> io.delta.kernel.types.BooleanType.BOOLEAN;
      case VARCHAR -> io.delta.kernel.types.StringType.STRING;
      case VARBINARY -> io.delta.kernel.types.BinaryType.BINARY;
      case DATE -> io.delta.kernel.types.DateType.DATE;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> io.delta.kernel.types.TimestampType.TIMESTAMP;
      case TIMESTAMP_WITHOUT_TIME_ZONE -> io.delta.kernel.types.TimestampNTZType.TIMESTAMP_NTZ;
      case ROW -> structType(path + ".", (RowType) type);
      case ARRAY -> {
        LogicalType element = ((ArrayType) type).getElementType();
        yield new io.delta.kernel.types.ArrayType(
            dataType(path + ".element", element), element.isNullable());
      }
      case MAP -> {
        LogicalType value = ((MapType) type).getValueType();
        yield new io.delta.kernel.types.MapType(
            dataType(path + ".key", ((MapType) type).getKeyType()),
            dataType(path + ".value", value),
            value.isNullable());
      }
      default -> throw unsupported(path, type.asSummaryString(), null);
    };
  }

  /**
   * @param path of the column, or of a part of one
   * @param type as found
   */
  static PipelineException unsupported(String path, String type, @Nullable Exception cause) {
    return new PipelineException(
        "A column's type is not supported",
        "column " + path,
        type,
        "a number, string, binary, boolean, date or timestamp, or a struct, array or map of such",
        "take the column out of the table, or store it as a string",
        cause);
  }
}
