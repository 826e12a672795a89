package io.deltascd.table;

import io.delta.kernel.internal.types.TypeWideningChecker;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TypeChange;
import io.deltascd.model.PipelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The columns of a table of ours once it holds rows of silver's columns, too: new ones come in
 * silver's order, those that silver has no longer stay behind them, and a type becomes the wider
 * one of both. Types are widened as the protocol allows (section "Type Widening"), with a note of
 * each step in the column's metadata; the metadata that is there stays.
 */
final class ColumnMerge {
  private final String table;

  /**
   * @param table for error texts
   */
  ColumnMerge(String table) {
    this.table = table;
  }

  /**
   * The columns of the table once it holds silver's as well.
   *
   * @param ours columns of the table
   * @param silver columns of silver's that it is to hold, each nullable and without metadata
   * @throws PipelineException if a column has types of which neither is wider than the other
   */
  StructType of(StructType ours, StructType silver) {
    return struct("", ours, silver);
  }

  /** Whether values of a type can be held by a column of another one, or are of the same. */
  static boolean widens(DataType from, DataType to) {
    return TypeWideningChecker.isWideningSupported(from, to);
  }

  private StructType struct(String parent, StructType ours, StructType silver) {
    List<StructField> fields = new ArrayList<>();
    for (StructField field : silver.fields()) {
      int index = ours.indexOf(field.getName());
      if (index < 0) {
        requireNew(parent, field.getName(), ours);
      }
      fields.add(
          index < 0 ? field : field(parent + field.getName(), ours.at(index), field.getDataType()));
    }
    for (StructField field : ours.fields()) {
      if (silver.indexOf(field.getName()) < 0) {
        fields.add(field);
      }
    }
    return new StructType(fields);
  }

  /** Delta tells columns apart whatever their case. */
  private void requireNew(String parent, String name, StructType ours) {
    for (StructField field : ours.fields()) {
      if (field.getName().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
        throw new PipelineException(
            "A new column of silver differs in case only from one that was there before",
            table,
            "column " + parent + name + " beside " + parent + field.getName(),
            "another name",
            "rename the column in silver, or build gold anew at another path");
      }
    }
  }

  private StructField field(String path, StructField ours, DataType silver) {
    DataType type = ours.getDataType();
    if (type instanceof StructType struct && silver instanceof StructType other) {
      return ours.withDataType(struct(path + ".", struct, other));
    } else if (type instanceof ArrayType array && silver instanceof ArrayType other) {
      StructField element =
          field(path + ".element", array.getElementField(), other.getElementType());
      return ours.withDataType(new ArrayType(element));
    } else if (type instanceof MapType map && silver instanceof MapType other) {
      StructField key = field(path + ".key", map.getKeyField(), other.getKeyType());
      StructField value = field(path + ".value", map.getValueField(), other.getValueType());
      return ours.withDataType(new MapType(key, value));
    } else if (type.equals(silver) || widens(silver, type)) {
      return ours;
    } else if (widens(type, silver)) {
      List<TypeChange> steps = new ArrayList<>(ours.getTypeChanges());
      steps.add(new TypeChange(type, silver));
      return ours.withDataType(silver).withTypeChanges(steps);
    }
    throw new PipelineException(
        "A column of silver has a type that its column in gold cannot hold",
        table,
        "column " + path + ": " + TypeText.of(silver),
        TypeText.of(type) + ", or a wider type",
        "build gold anew at another path");
  }
}
