package io.deltascd.table;

import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import javax.annotation.Nullable;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * The part of a Parquet file's schema that a read schema asks for, its fields in the order of the
 * latter, at every depth. Fields are found as Kernel's reader finds them: by id, by name, and by
 * name in any case.
 */
final class PrunedSchema {

  private PrunedSchema() {}

  static MessageType of(MessageType file, StructType wanted) {
    return new MessageType(file.getName(), fields(file, wanted));
  }

  private static List<Type> fields(GroupType file, StructType wanted) {
    List<Type> found = new ArrayList<>();
    for (StructField field : wanted.fields()) {
      Type type = field.isDataColumn() ? find(file, field) : null;
      if (type != null) {
        found.add(pruned(type, field.getDataType()));
      }
    }
    return found;
  }

  private static Type pruned(Type file, DataType wanted) {
    if (file.isPrimitive()) {
      return file;
    }
    GroupType group = file.asGroupType();
    if (wanted instanceof StructType struct) {
      return group.withNewFields(fields(group, struct));
    } else if (wanted instanceof ArrayType array) {
      // Three levels: the column, a repeated group, the element.
      GroupType list = group.getType(0).asGroupType();
      Type element = pruned(list.getType(0), array.getElementType());
      return group.withNewFields(list.withNewFields(element));
    } else if (wanted instanceof MapType map) {
      GroupType entries = group.getType(0).asGroupType();
      return group.withNewFields(
          entries.withNewFields(
              pruned(entries.getType("key"), map.getKeyType()),
              pruned(entries.getType("value"), map.getValueType())));
    }
    return group;
  }

  @Nullable
  private static Type find(GroupType file, StructField field) {
    Long id = field.getMetadata().getLong(ColumnMapping.PARQUET_FIELD_ID_KEY);
    Type byId =
        id == null ? null : first(file, t -> t.getId() != null && t.getId().intValue() == id);
    if (byId != null) {
      return byId;
    }
    String name = field.getName();
    return file.containsField(name)
        ? file.getType(name)
        : first(file, type -> type.getName().equalsIgnoreCase(name));
  }

  @Nullable
  private static Type first(GroupType file, Predicate<Type> which) {
    return file.getFields().stream().filter(which).findFirst().orElse(null);
  }
}
