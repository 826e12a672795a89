package io.deltascd.job;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.Writer;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/**
 * One object a line with all columns; what JSON has no type for is the text of {@link FieldTexts}.
 * Structs and maps are objects, arrays are arrays. The key of a map that is no string stands as the
 * text of {@link FieldTexts}, which of a nested key is JSON itself.
 */
final class JsonRows implements RowFormat {
  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
          .build()
          .setRootValueSeparator(null);

  private final RowType schema;
  private final JsonGenerator json;

  JsonRows(RowType schema, Writer out) throws IOException {
    this.schema = schema;
    this.json = FACTORY.createGenerator(out);
  }

  @Override
  public void row(RowData row) throws IOException {
    write(json, row, schema);
    json.writeRaw('\n');
  }

  @Override
  public void end() throws IOException {
    json.close();
  }

  /**
   * @param value in Flink's internal form, may be null
   */
  static void write(JsonGenerator json, Object value, LogicalType type) throws IOException {
    if (value == null) {
      json.writeNull();
      return;
    }
    switch (type.getTypeRoot()) {
      case BOOLEAN -> json.writeBoolean((Boolean) value);
      case TINYINT, SMALLINT, INTEGER, BIGINT -> json.writeNumber(((Number) value).longValue());
      case FLOAT -> json.writeNumber((Float) value);
      case DOUBLE -> json.writeNumber((Double) value);
      case DECIMAL -> json.writeNumber(((DecimalData) value).toBigDecimal());
      case ARRAY -> array(json, (ArrayData) value, ((ArrayType) type).getElementType());
      case MAP -> map(json, (MapData) value, (MapType) type);
      case ROW -> row(json, (RowData) value, (RowType) type);
      default -> json.writeString(FieldTexts.text(value, type));
    }
  }

  private static void row(JsonGenerator json, RowData row, RowType type) throws IOException {
    json.writeStartObject();
    for (int i = 0; i < type.getFieldCount(); i++) {
      json.writeFieldName(type.getFieldNames().get(i));
      LogicalType field = type.getTypeAt(i);
      write(json, RowData.createFieldGetter(field, i).getFieldOrNull(row), field);
    }
    json.writeEndObject();
  }

  private static void array(JsonGenerator json, ArrayData array, LogicalType type)
      throws IOException {
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(type);
    json.writeStartArray();
    for (int i = 0; i < array.size(); i++) {
      write(json, getter.getElementOrNull(array, i), type);
    }
    json.writeEndArray();
  }

  private static void map(JsonGenerator json, MapData map, MapType type) throws IOException {
    ArrayData keys = map.keyArray();
    ArrayData values = map.valueArray();
    ArrayData.ElementGetter key = ArrayData.createElementGetter(type.getKeyType());
    ArrayData.ElementGetter value = ArrayData.createElementGetter(type.getValueType());
    json.writeStartObject();
    for (int i = 0; i < map.size(); i++) {
      json.writeFieldName(FieldTexts.text(key.getElementOrNull(keys, i), type.getKeyType()));
      write(json, value.getElementOrNull(values, i), type.getValueType());
    }
    json.writeEndObject();
  }
}
