package io.deltascd.table;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.types.StructField;
import io.deltascd.model.PipelineException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.data.writer.BinaryWriter;

/**
 * A column declared as {@code CHAR(n)} in Spark. To Delta it is a string, and data files have it as
 * it was inserted; Spark pads it with spaces when it reads it, so that change files, which come
 * from reading, have it padded. It is padded here as well: else a row's preimage would not be the
 * row.
 */
final class CharColumn {
  private static final String DECLARED = "__CHAR_VARCHAR_TYPE_STRING";
  private static final Pattern CHAR = Pattern.compile("char\\((\\d+)\\)");
  private static final Pattern CHAR_INSIDE = Pattern.compile("(?<!var)char\\(");

  private CharColumn() {}

  /**
   * A writer for values of a column, whatever its type.
   *
   * @throws PipelineException if there is a CHAR inside of its type
   */
  static ColumnWriter writer(StructField field) {
    ColumnWriter writer = ColumnWriter.of(field.getDataType());
    String declared = field.getMetadata().getString(DECLARED);
    if (declared == null) {
      return writer;
    }
    Matcher matcher = CHAR.matcher(declared);
    if (matcher.matches()) {
      int length = Integer.parseInt(matcher.group(1));
      return (column, index, target, position) -> pad(column, index, length, target, position);
    }
    if (CHAR_INSIDE.matcher(declared).find()) {
      throw DeltaTypes.unsupported(field.getName(), declared, null);
    }
    return writer;
  }

  private static void pad(
      ColumnVector column, int index, int length, BinaryWriter target, int position) {
    byte[] text = column.getBinary(index);
    int missing = length - characters(text);
    byte[] padded = text;
    if (missing > 0) {
      padded = Arrays.copyOf(text, text.length + missing);
      Arrays.fill(padded, text.length, padded.length, (byte) ' ');
    }
    target.writeBinary(position, padded);
  }

  /** Code points, as Spark counts. */
  private static int characters(byte[] utf8) {
    int count = 0;
    for (byte b : utf8) {
      count += (b & 0xC0) == 0x80 ? 0 : 1;
    }
    return count;
  }
}
