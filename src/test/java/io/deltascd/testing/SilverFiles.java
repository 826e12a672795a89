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
  private static final String NULL_PARTITION = "__HIVE_DEFAULT_PARTITION__";

  private final Path table;
  private final SilverSpec spec;
  private final Random names;
  private int rowsPerFile = 50;
  private int rowGroupRows = 1_000_000;

  SilverFiles(Path table, SilverSpec spec, Random names) {
    this.table = table;
    this.spec = spec;
    this.names = names;
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
    return write("", "part", spec.dataColumns(columns), columns, rows);
  }

  /** Rows here have {@code _change_type} beside the columns. */
  List<SilverFile> changes(List<Column> columns, List<Map<String, Object>> rows)
      throws IOException {
    List<Column> withType = new ArrayList<>(spec.dataColumns(columns));
    withType.add(new Column("_change_type", ColumnType.STRING));
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
        Path file = table.resolve(path);
        Files.createDirectories(file.getParent());
        new ParquetRows(fileColumns, spec.int96()).write(file, some, rowGroupRows);
        files.add(
            new SilverFile(
                encoded(path),
                partition.getKey(),
                Files.size(file),
                some,
                new RoaringBitmap(),
                Optional.empty()));
      }
    }
    return files;
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
