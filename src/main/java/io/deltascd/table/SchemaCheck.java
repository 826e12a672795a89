package io.deltascd.table;

import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.internal.util.ColumnMapping.ColumnMappingMode;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltascd.model.SilverSchema;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Whether each column of a schema can be told from the others, and found in the files. */
final class SchemaCheck {

  private SchemaCheck() {}

  /**
   * @throws IllegalArgumentException naming what is wrong
   */
  static SilverSchema checked(SilverSchema schema) {
    StructType columns = DeltaTypes.structType(schema.json());
    boolean mapped =
        ColumnMappingMode.fromTableConfig(schema.columnMappingMode()) != ColumnMappingMode.NONE;
    Set<String> names = new HashSet<>();
    Set<String> physicalNames = new HashSet<>();
    for (StructField column : columns.fields()) {
      if (!names.add(column.getName().toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException("two columns " + column.getName());
      }
      if (mapped) {
        Object name = column.getMetadata().get(ColumnMapping.COLUMN_MAPPING_PHYSICAL_NAME_KEY);
        if (name == null || !physicalNames.add(name.toString())) {
          throw new IllegalArgumentException(
              "column %s with physical name %s".formatted(column.getName(), name));
        }
      }
    }
    for (String column : schema.partitionColumns()) {
      if (!names.contains(column.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException("partitioned by " + column + ", which is no column");
      }
    }
    return schema;
  }
}
