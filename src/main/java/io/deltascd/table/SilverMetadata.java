package io.deltascd.table;

import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.UnsupportedProtocolVersionException;
import io.delta.kernel.exceptions.UnsupportedTableFeatureException;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverSchema;
import io.deltascd.table.LogCommit.LogProtocol;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code metaData} and {@code protocol} actions mean to a run that is under way. */
final class SilverMetadata {
  private static final String MAPPING_MODE = ColumnMapping.COLUMN_MAPPING_MODE_KEY;

  private SilverMetadata() {}

  /**
   * The schema of a {@code metaData} action.
   *
   * @throws IllegalArgumentException if no reader can make sense of it
   */
  static SilverSchema schema(
      long id, String json, List<String> partitionColumns, Map<String, String> configuration) {
    return SchemaCheck.checked(
        new SilverSchema(
            id,
            json,
            List.copyOf(partitionColumns),
            configuration.getOrDefault(MAPPING_MODE, "none")));
  }

  /**
   * Refuses other columns, as Delta Spark does.
   *
   * @param remedy for the user
   */
  static SchemaRule sameColumns(String remedy) {
    return (inForce, now, where) -> {
      String difference = difference(inForce, now);
      if (!difference.isEmpty()) {
        throw new PipelineException(
            "The columns of the table changed",
            where,
            difference,
            "the columns of the version before",
            remedy);
      }
      return inForce;
    };
  }

  /**
   * Refuses features that make the files unreadable for us.
   *
   * @param readAs what the table is read as, for the error text
   */
  static void requireReadable(LogProtocol now, ReadAs readAs, String root, String where) {
    Protocol protocol =
        new Protocol(
            now.minReaderVersion(),
            now.minWriterVersion(),
            now.readerFeatures(),
            now.writerFeatures());
    try {
      TableFeatures.validateKernelCanReadTheTable(protocol, root);
    } catch (UnsupportedProtocolVersionException | UnsupportedTableFeatureException e) {
      throw unreadable(readAs.subject(), where, e);
    }
  }

  /**
   * @param table what it is, with a capital
   * @param where it is
   */
  static PipelineException unreadable(String table, String where, KernelException cause) {
    return new PipelineException(
        table + " uses a table feature that is not supported",
        where,
        cause.getMessage(),
        "features that Delta Kernel 4.4 reads",
        "drop the feature (ALTER TABLE … DROP FEATURE), or use a release that knows it",
        cause);
  }

  /** What differs for a reader, in words; empty if nothing does. */
  static String difference(SilverSchema before, SilverSchema after) {
    List<String> found = new ArrayList<>();
    if (!before.json().equals(after.json())) {
      differingColumns(before, after, found);
    }
    if (!before.partitionColumns().equals(after.partitionColumns())) {
      found.add("partitioned by " + after.partitionColumns());
    }
    if (!before.columnMappingMode().equals(after.columnMappingMode())) {
      found.add(MAPPING_MODE + "=" + after.columnMappingMode());
    }
    return String.join("; ", found);
  }

  private static void differingColumns(
      SilverSchema before, SilverSchema after, List<String> found) {
    Map<String, String> old = columns(before);
    Map<String, String> now = columns(after);
    now.forEach(
        (name, column) -> {
          String was = old.get(name);
          if (was == null) {
            found.add("new column " + name + " (" + column + ")");
          } else if (!was.equals(column)) {
            found.add("column " + name + " is " + column + ", was " + was);
          }
        });
    old.keySet().stream()
        .filter(name -> !now.containsKey(name))
        .forEach(name -> found.add("no column " + name));
    if (found.isEmpty() && !List.copyOf(old.keySet()).equals(List.copyOf(now.keySet()))) {
      found.add("columns in the order " + now.keySet());
    }
  }

  /** Type, nullability aside, and physical name by column name; comments do not matter. */
  private static Map<String, String> columns(SilverSchema schema) {
    StructType type = DeltaTypes.structType(schema.json());
    Map<String, String> columns = new LinkedHashMap<>();
    for (StructField field : type.fields()) {
      columns.put(field.getName(), TypeText.of(field));
    }
    return columns;
  }
}
