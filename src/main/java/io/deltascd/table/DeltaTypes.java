package io.deltascd.table;

import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltascd.model.PipelineException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * Delta's types as Flink's and back. Nested types and {@code variant} are refused.
 *
 * <pre>
 * byte TINYINT · short SMALLINT · integer INT · long BIGINT · float FLOAT · double DOUBLE
 * decimal(p,s) DECIMAL(p,s) · boolean BOOLEAN · string VARCHAR(max) · binary VARBINARY(max)
 * date DATE · timestamp TIMESTAMP_LTZ(6) · timestamp_ntz TIMESTAMP(6)
 * </pre>
 */
public final class DeltaTypes {
  /** Delta keeps microseconds. */
  private static final int TIME_PRECISION = 6;

  private DeltaTypes() {}

  /**
   * The columns of a Delta schema.
   *
   * @param schemaJson {@code schemaString} of a {@code metaData} action
   * @throws PipelineException if a column has a type that is not supported yet
   */
  public static RowType rowType(String schemaJson) {
    return rowType(structType(schemaJson));
  }

  /** As {@link #rowType(String)}, of a schema that has been read. */
  static RowType rowType(StructType schema) {
    List<RowType.RowField> fields = new ArrayList<>(schema.length());
    for (StructField field : schema.fields()) {
      fields.add(new RowType.RowField(field.getName(), logicalType(field)));
    }
    return new RowType(false, fields);
  }

  /** The Delta schema, with the metadata of each column. */
  static StructType structType(String schemaJson) {
    return DataTypeJsonSerDe.deserializeStructType(schemaJson);
  }

  /** The Delta schema of rows of this type, without column metadata. */
  static StructType structType(RowType rowType) {
    StructType schema = new StructType();
    for (RowType.RowField field : rowType.getFields()) {
      schema =
          schema.add(
              field.getName(),
              dataType(field.getName(), field.getType()),
              field.getType().isNullable());
    }
    return schema;
  }

  private static LogicalType logicalType(StructField field) {
    DataType type = field.getDataType();
    boolean nullable = field.isNullable();
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
      return new LocalZonedTimestampType(nullable, TIME_PRECISION);
    } else if (type instanceof io.delta.kernel.types.TimestampNTZType) {
      return new TimestampType(nullable, TIME_PRECISION);
    }
    throw unsupported(field.getName(), type.toString());
  }

  static DataType dataType(String column, LogicalType type) {
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
      default -> throw unsupported(column, type.asSummaryString());
    };
  }

  private static PipelineException unsupported(String column, String type) {
    return new PipelineException(
        "A column's type is not supported yet",
        "column " + column,
        type,
        "a number, string, binary, boolean, date or timestamp",
        "leave the column out of the source table, or store it as a string");
  }
}
