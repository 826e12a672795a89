package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.NearestName;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetOptions;
import io.deltascd.model.CanonicalValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Whether columns of silver can be the key. */
final class KeyColumns {

  private KeyColumns() {}

  /**
   * What is wrong with them.
   *
   * @param columns of silver
   * @param keys the columns that the pipeline file names
   */
  static List<Finding> findings(RowType columns, List<String> keys, TableLocation silver) {
    List<Finding> findings = new ArrayList<>();
    String where = silver + ", " + TargetOptions.KEYS.key();
    for (String key : keys) {
      int index = columns.getFieldIndex(key);
      if (index < 0) {
        Optional<String> nearest = NearestName.of(key, columns.getFieldNames());
        findings.add(
            new Finding(
                "A key column is missing in silver",
                where,
                key,
                nearest.orElse("one of " + columns.getFieldNames()),
                nearest.map(name -> "write " + name).orElse("correct " + TargetOptions.KEYS.key())
                    + " in the pipeline file"));
        continue;
      }
      LogicalType type = columns.getTypeAt(index);
      if (!CanonicalValue.canBeKey(type)) {
        findings.add(
            new Finding(
                "A column of this type cannot be a key",
                where,
                key + " " + type.asSummaryString(),
                "a primitive type",
                "choose other key columns"));
      }
    }
    return findings;
  }
}
