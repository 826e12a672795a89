package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.annotation.Nullable;

/**
 * The actions that put the rows of another gold in the place of gold's own.
 *
 * <p>Columns and partitions become those of the other one. Of gold's metadata stay id, name,
 * description, properties, and the comments of columns that both have.
 *
 * @param metadata none if gold has these columns and partitions already
 * @param files gold's are removed and the other one's are added
 */
record SwapPlan(List<Row> metadata, List<Row> files) {
  private static final String COMMENT = "comment";

  /**
   * Plans the commit that puts the files of another gold in the place of gold's own.
   *
   * @param gold as of the version that is committed on
   * @param built the other gold, in a directory below gold's root
   * @param directory its name
   * @param now time of the commit in milliseconds since the epoch
   */
  static SwapPlan of(Engine engine, Snapshot gold, Snapshot built, String directory, long now)
      throws IOException {
    List<Row> files = new ArrayList<>();
    CurrentFiles.forEachFile(engine, gold, file -> files.add(file.remove(now)));
    CurrentFiles.forEachFile(engine, built, file -> files.add(file.below(directory).add()));
    return new SwapPlan(metadata(gold, built), files);
  }

  private static List<Row> metadata(Snapshot gold, Snapshot built) {
    StructType columns = withComments(built.getSchema(), gold.getSchema());
    if (columns.equals(gold.getSchema())
        && gold.getPartitionColumnNames().equals(built.getPartitionColumnNames())) {
      return List.of();
    }
    Metadata old = gold.getMetadata();
    return ColumnUpdate.actions(
        gold,
        new Metadata(
            old.getId(),
            old.getName(),
            old.getDescription(),
            old.getFormat(),
            columns.toJson(),
            columns,
            built.getMetadata().getPartitionColumns(),
            old.getCreatedTime(),
            VectorUtils.stringStringMapValue(properties(gold, built))));
  }

  private static StructType withComments(StructType columns, StructType gold) {
    StructType all = new StructType();
    for (StructField column : columns.fields()) {
      int index = gold.indexOf(column.getName());
      Optional<String> comment =
          index < 0
              ? Optional.empty()
              : Optional.ofNullable(gold.at(index).getMetadata().getString(COMMENT));
      all = all.add(comment.map(text -> withComment(column, text)).orElse(column));
    }
    return all;
  }

  private static StructField withComment(StructField column, String text) {
    return column.withNewMetadata(
        FieldMetadata.builder()
            .fromMetadata(column.getMetadata())
            .putString(COMMENT, text)
            .build());
  }

  /** Gold's own, but for those that have to do with its columns. */
  private static Map<String, String> properties(Snapshot gold, Snapshot built) {
    Map<String, String> all = new HashMap<>(gold.getMetadata().getConfiguration());
    Map<String, String> other = built.getMetadata().getConfiguration();
    set(all, GoldUpdate.STATISTICS, other.get(GoldUpdate.STATISTICS));
    String widening = TableConfig.TYPE_WIDENING_ENABLED.getKey();
    if (other.containsKey(widening)) {
      all.put(widening, other.get(widening));
    }
    return all;
  }

  private static void set(Map<String, String> properties, String key, @Nullable String value) {
    if (value == null) {
      properties.remove(key);
    } else {
      properties.put(key, value);
    }
  }
}
