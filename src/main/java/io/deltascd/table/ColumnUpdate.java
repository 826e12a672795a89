package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.data.Row;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The actions that give a table of ours other columns: its metadata, and its protocol if a column
 * needs a feature that the table lacks. They stand among the file actions of a commit, since Kernel
 * itself refuses to change the columns of a table without column mapping; the protocol does not
 * (section "Change Metadata"). Everything else of the metadata stays.
 */
final class ColumnUpdate {

  private ColumnUpdate() {}

  /**
   * The actions; none if the table has these columns already.
   *
   * @param snapshot the table as of the version that is committed on
   * @param columns all columns of the table
   * @param properties that change along with them
   */
  static List<Row> actions(Snapshot snapshot, StructType columns, Map<String, String> properties) {
    StructType before = snapshot.getSchema();
    if (before.equals(columns)) {
      return List.of();
    }
    Map<String, String> all = new HashMap<>(properties);
    if (steps(before) < steps(columns)) {
      all.put(TableConfig.TYPE_WIDENING_ENABLED.getKey(), "true");
    }
    return actions(
        snapshot, snapshot.getMetadata().withNewSchema(columns).withMergedConfiguration(all));
  }

  /** The actions that give the table this metadata. */
  static List<Row> actions(Snapshot snapshot, Metadata metadata) {
    List<Row> actions = new ArrayList<>();
    TableFeatures.autoUpgradeProtocolBasedOnMetadata(metadata, List.of(), snapshot.getProtocol())
        .ifPresent(
            upgrade -> actions.add(SingleAction.createProtocolSingleAction(upgrade._1.toRow())));
    actions.add(SingleAction.createMetadataSingleAction(metadata.toRow()));
    return actions;
  }

  /** How many times types have been widened. */
  private static int steps(DataType type) {
    if (type instanceof StructType struct) {
      return struct.fields().stream().mapToInt(ColumnUpdate::steps).sum();
    } else if (type instanceof ArrayType array) {
      return steps(array.getElementField());
    } else if (type instanceof MapType map) {
      return steps(map.getKeyField()) + steps(map.getValueField());
    }
    return 0;
  }

  private static int steps(StructField field) {
    return field.getTypeChanges().size() + steps(field.getDataType());
  }
}
