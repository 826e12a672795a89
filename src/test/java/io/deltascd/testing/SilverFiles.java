package io.deltascd.testing;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.roaringbitmap.RoaringBitmap;

/** Writes rows into the data and change files of a table, split by partition and by size. */
final class SilverFiles {

  private static final String ESCAPED = "\"#%'*/:=?\\\u007f{[]^";
  private static final Column CHANGE_TYPE = new Column("_change_type", ColumnType.STRING);
  private static final String NULL_PARTITION = "__HIVE_DEFAULT_PARTITION__";

  private final Path table;
  private final SilverSpec spec;
  private final Random names;
  private final PhysicalNames physical;
  private int rowsPerFile = 50;
  private int rowGroupRows = 1_000_000;

  SilverFiles(Path table, SilverSpec spec, Random names) {
    this.table = table;
    this.spec = spec;
    this.names = names;
    this.physical = new PhysicalNames(spec);
  }

  /** What the columns are called in files. */
  PhysicalNames names() {
    return physical;
  }

  /** The deletion vectors of another commit. */
  DeletionVectors vectors() {
    return new DeletionVectors(table, id(), has(SilverFeature.ODD_VECTORS));
  }

  private boolean has(SilverFeature feature) {
    return spec.features().contains(feature);
  }

  void limit(int rowsOfFile, int rowsOfGroup) {
    this.rowsPerFile = rowsOfFile;
    this.rowGroupRows = rowsOfGroup;
  }

  UUID id() {
    return new UUID(
        (names.nextLong() & ~0xF000L) | 0x4000L,
        (names.nextLong() & 0x3FFFFFFFFFFFFFFFL) | Long.MIN_VALUE);
  }

  List<SilverFile> data(List<Column> columns, List<Map<String, Object>> rows) throws IOException {
    List<Column> stored = new ArrayList<>(spec.dataColumns(columns));
    if (has(SilverFeature.STRAY_CHANGE_TYPE)) {
      stored.add(CHANGE_TYPE);
    }
    return write("", "part", stored, columns, rows);
  }

  /** Rows here have {@code _change_type} beside the columns. */
  List<SilverFile> changes(List<Column> columns, List<Map<String, Object>> rows)
      throws IOException {
    List<Column> withType = new ArrayList<>(spec.dataColumns(columns));
    withType.add(CHANGE_TYPE);
    return write("_change_data/", "cdc", withType, columns, rows);
  }

  private List<SilverFile> write(
      String prefix,
      String kind,
      List<Column> fileColumns,
      List<Column> columns,
      List<Map<String, Object>> rows)
      throws IOException {
    Map<Map<String, String>, List<Map<String, Object>>> partitions = new LinkedHashMap<>();
    for (Map<String, Object> row : rows) {
      partitions.computeIfAbsent(partition(columns, row), p -> new ArrayList<>()).add(row);
    }
    List<SilverFile> files = new ArrayList<>();
    for (var partition : partitions.entrySet()) {
      List<Map<String, Object>> all = partition.getValue();
      for (int from = 0; from < all.size(); from += rowsPerFile) {
        List<Map<String, Object>> some =
            List.copyOf(all.subList(from, Math.min(all.size(), from + rowsPerFile)));
        String name = "%s-%05d-%s-c000.parquet".formatted(kind, files.size(), id());
        String path = prefix + directory(partition.getKey()) + name;
        boolean elsewhere =
            prefix.isEmpty() && has(SilverFeature.FILES_ELSEWHERE) && names.nextBoolean();
        Path root = elsewhere ? table.resolveSibling(table.getFileName() + " elsewhere") : table;
        Path file = root.toAbsolutePath().resolve(path);
        Files.createDirectories(file.getParent());
        new ParquetRows(fileColumns, physical.of(fileColumns), spec.int96())
            .write(file, stray(some), rowGroupRows);
        files.add(
            new SilverFile(
                elsewhere ? file.toUri().toString() : encoded(path),
                partition.getKey(),
                Files.size(file),
                some,
                new RoaringBitmap(),
                Optional.empty()));
      }
    }
    return files;
  }

  /** The rows with something in the stray column, if there is to be one and it is not set. */
  private List<Map<String, Object>> stray(List<Map<String, Object>> rows) {
    if (!has(SilverFeature.STRAY_CHANGE_TYPE)) {
      return rows;
    }
    List<Map<String, Object>> more = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      Map<String, Object> with = new LinkedHashMap<>(row);
      with.putIfAbsent(CHANGE_TYPE.name(), "delete");
      more.add(with);
    }
    return more;
  }

  private Map<String, String> partition(List<Column> columns, Map<String, Object> row) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Column column : columns) {
      if (spec.partitionBy().contains(column.name())) {
        values.put(column.name(), partitionValue(row.get(column.name())));
      }
    }
    return Collections.unmodifiableMap(values);
  }

  private static String partitionValue(Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof String text && !text.isEmpty()) {
      return text;
    }
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Boolean
        || value instanceof LocalDate) {
      return value.toString();
    }
    throw new IllegalArgumentException("Not for a partition column here: '" + value + "'");
  }

  private static String directory(Map<String, String> partition) {
    StringBuilder path = new StringBuilder();
    partition.forEach(
        (name, value) ->
            path.append(name)
                .append('=')
                .append(value == null ? NULL_PARTITION : escaped(value))
                .append('/'));
    return path.toString();
  }

  /** As Hive names directories. */
  private static String escaped(String value) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || ESCAPED.indexOf(c) >= 0) {
        text.append("%%%02X".formatted((int) c));
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  private static String encoded(String path) {
    try {
      return new URI(null, null, path, null).getRawPath();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(path, e);
    }
  }
}
