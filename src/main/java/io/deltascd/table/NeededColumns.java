package io.deltascd.table;

import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltascd.config.TargetConfig;
import io.deltascd.model.SilverSchema;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The columns of silver that a target needs: those that gold keeps and those that order the rows of
 * a key; all of them for a target that keeps all, or that has a dead-letter table. Others are not
 * even read, so that it does not matter what becomes of them.
 */
public final class NeededColumns implements Serializable {
  private static final long serialVersionUID = 1L;

  private final boolean all;
  private final Set<String> names;

  private NeededColumns(boolean all, Set<String> names) {
    this.all = all;
    this.names = names;
  }

  /** The columns that a target needs. */
  public static NeededColumns of(TargetConfig target) {
    Set<String> names = new HashSet<>(target.keys());
    names.addAll(target.history().columns());
    names.addAll(target.history().sequenceBy());
    return new NeededColumns(
        target.history().columns().isEmpty() || target.deadLetters() != null, names);
  }

  /** The schema without the columns that are not needed; the id stays. */
  public SilverSchema of(SilverSchema silver) {
    if (all) {
      return silver;
    }
    List<StructField> kept =
        DeltaTypes.structType(silver.json()).fields().stream()
            .filter(field -> names.contains(field.getName()))
            .toList();
    return new SilverSchema(
        silver.id(),
        DataTypeJsonSerDe.serializeStructType(new StructType(kept)),
        silver.partitionColumns().stream().filter(names::contains).toList(),
        silver.columnMappingMode());
  }
}
