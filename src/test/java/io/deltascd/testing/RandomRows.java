package io.deltascd.testing;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Draws rows: keys from a fixed range, one for each number, and values from small domains with
 * nulls and odd values, so that equal values come again.
 */
final class RandomRows {

  private static final int DIGIT = 16;
  private static final Instant SOME_DAY = Instant.parse("2025-12-31T23:59:59.999999Z");
  private static final String[] REGIONS = {"north", "a b", "x:y/z%41", "ñandú"};
  private static final String[] NAMES = {
    "", " ", "Laptop", "Teclado", "\"quoted\"\n", "名前", "null"
  };
  private static final double[] WEIGHTS = {0.0, -0.0, Double.NaN, 1.5, -2.25e-7, 1e15};

  private static final List<Column> NESTED =
      List.of(
          new Column(
              "spec",
              ColumnType.struct(
                  new Column("code", ColumnType.STRING),
                  new Column(
                      "size",
                      ColumnType.struct(
                          new Column("width", ColumnType.DOUBLE),
                          new Column("height", ColumnType.decimal(20, 3)))))),
          new Column("tags", ColumnType.array(ColumnType.STRING)),
          new Column("counts", ColumnType.map(ColumnType.STRING, ColumnType.INTEGER)),
          new Column(
              "lines",
              ColumnType.array(
                  ColumnType.struct(
                      new Column("active", ColumnType.BOOLEAN),
                      new Column(
                          "notes",
                          ColumnType.map(
                              ColumnType.DATE, ColumnType.array(ColumnType.TIMESTAMP)))))));

  private final SplittableRandom random;
  private final List<Column> keys;
  private final List<Column> payload = new ArrayList<>();
  private final int range;

  RandomRows(SplittableRandom random, Shape shape) {
    this.random = random;
    this.range = shape.keys();
    List<Column> keyColumns = new ArrayList<>();
    for (ColumnType type : shape.keyTypes()) {
      keyColumns.add(new Column("k" + keyColumns.size(), type));
    }
    this.keys = List.copyOf(keyColumns);
    payload.add(new Column("name", ColumnType.STRING));
    payload.add(new Column("price", ColumnType.decimal(10, 2)));
    payload.add(new Column("stock", ColumnType.INTEGER));
    payload.add(new Column("weight", ColumnType.DOUBLE));
    payload.add(new Column("at", ColumnType.TIMESTAMP));
    payload.add(new Column("active", ColumnType.BOOLEAN));
    payload.add(new Column("region", ColumnType.STRING));
    if (shape.nested()) {
      payload.addAll(NESTED);
    }
  }

  List<Column> columns() {
    List<Column> all = new ArrayList<>(keys);
    all.addAll(payload);
    return all;
  }

  List<String> keyNames() {
    return keys.stream().map(Column::name).toList();
  }

  void addColumn(Column column) {
    payload.add(column);
  }

  /** The text that identifies a row's key. */
  String key(Map<String, Object> row) {
    return Rows.canonical(row, keyNames());
  }

  /** New rows for keys that none of the given rows has; fewer if the keys run out. */
  List<Map<String, Object>> fresh(Collection<Map<String, Object>> existing, int count) {
    Set<String> taken = new LinkedHashSet<>();
    existing.forEach(row -> taken.add(key(row)));
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int number : shuffledNumbers()) {
      Map<String, Object> row = row(number);
      if (rows.size() < count && taken.add(key(row))) {
        rows.add(row);
      }
    }
    return rows;
  }

  /** The same map in the opposite order; equal, as is a struct. */
  private static Object turned(Object map) {
    List<Map.Entry<?, ?>> entries = new ArrayList<>(((Map<?, ?>) map).entrySet());
    Collections.reverse(entries);
    Map<Object, Object> turned = new LinkedHashMap<>();
    entries.forEach(entry -> turned.put(entry.getKey(), entry.getValue()));
    return turned;
  }

  /** The row with some other values, which may happen to equal the old. */
  Map<String, Object> changed(Map<String, Object> row) {
    Map<String, Object> after = new LinkedHashMap<>(row);
    for (int i = 0; i <= random.nextInt(3); i++) {
      Column column = payload.get(random.nextInt(payload.size()));
      boolean turned = row.get(column.name()) instanceof Map && random.nextBoolean();
      after.put(column.name(), turned ? turned(row.get(column.name())) : value(column));
    }
    return Collections.unmodifiableMap(after);
  }

  /** The row under the key of another. */
  Map<String, Object> withKeyOf(Map<String, Object> row, Map<String, Object> other) {
    Map<String, Object> after = new LinkedHashMap<>(row);
    keyNames().forEach(name -> after.put(name, other.get(name)));
    return Collections.unmodifiableMap(after);
  }

  private Map<String, Object> row(int number) {
    Map<String, Object> row = new LinkedHashMap<>();
    int rest = number;
    for (int i = 0; i < keys.size(); i++) {
      boolean last = i == keys.size() - 1;
      row.put(keys.get(i).name(), keyValue(keys.get(i).type(), last ? rest : rest % DIGIT));
      rest /= DIGIT;
    }
    payload.forEach(column -> row.put(column.name(), value(column)));
    return Collections.unmodifiableMap(row);
  }

  private static Object keyValue(ColumnType type, int number) {
    return switch (type.kind()) {
      case LONG -> number * 7_919_000_000L - 5;
      case INTEGER -> number - 3;
      case STRING -> (number % 5 == 0 ? "ké-" : "k") + number;
      case DATE -> LocalDate.of(1969, 12, 20).plusDays(number);
      case DECIMAL -> BigDecimal.valueOf(number * 125L - 250, type.scale());
      default -> throw new IllegalArgumentException("Not for a key: " + type);
    };
  }

  private Object value(Column column) {
    return random.nextInt(8) == 0
        ? null
        : notNull(column.type(), column.name().equals("region") ? REGIONS : NAMES);
  }

  private Object notNull(ColumnType type, String[] texts) {
    return switch (type.kind()) {
      case LONG -> random.nextLong(-3, 3);
      case INTEGER -> random.nextInt(-1, 4);
      case STRING -> texts[random.nextInt(texts.length)];
      case DATE -> LocalDate.of(2026, 1, 1).plusDays(random.nextInt(3));
      case DECIMAL -> BigDecimal.valueOf(random.nextInt(-2, 5) * 2_550L, type.scale());
      case DOUBLE -> WEIGHTS[random.nextInt(WEIGHTS.length)];
      case TIMESTAMP -> SOME_DAY.plusNanos(random.nextInt(3) * 1_000L);
      case BOOLEAN -> random.nextBoolean();
      case STRUCT -> {
        Map<String, Object> struct = new LinkedHashMap<>();
        type.parts().forEach(field -> struct.put(field.name(), value(field)));
        yield Collections.unmodifiableMap(struct);
      }
      case ARRAY -> {
        List<Object> array = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          array.add(value(type.parts().get(0)));
        }
        yield Collections.unmodifiableList(array);
      }
      case MAP -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          map.put(notNull(type.part(0), NAMES), value(type.parts().get(1)));
        }
        yield Collections.unmodifiableMap(map);
      }
    };
  }

  /** In an order that only the seed decides. */
  <T> List<T> shuffled(Collection<T> items) {
    List<T> all = new ArrayList<>(items);
    for (int i = all.size() - 1; i > 0; i--) {
      Collections.swap(all, i, random.nextInt(i + 1));
    }
    return all;
  }

  private List<Integer> shuffledNumbers() {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < range; i++) {
      numbers.add(i);
    }
    return shuffled(numbers);
  }
}
