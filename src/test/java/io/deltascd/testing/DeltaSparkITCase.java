package io.deltascd.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools themselves, on the worked example of the semantics. */
class DeltaSparkITCase {

  @TempDir private Path directory;

  @Test
  void demoTableIsTheWorkedExample() {
    Path silver = Fixture.named("demo-silver").unzip(directory);
    DeltaSpark spark = new DeltaSpark(directory);
    DeltaSpark.Result first = spark.rows(silver, 0);
    DeltaSpark.Result last = spark.rows(silver);
    DeltaSpark.Result change = spark.feed(silver, 3, 3);
    DeltaSpark.Result history = spark.history(silver, List.of("producto_id"), 0);
    spark.run();

    assertThat(first.lines())
        .containsExactlyInAnyOrder(
            silver(1, "Laptop", "899.99", 50),
            silver(2, "Mouse", "25.50", 200),
            silver(3, "Teclado", "45.00", 150),
            silver(4, "Monitor", "299.99", 75));
    assertThat(last.lines())
        .containsExactlyInAnyOrder(
            silver(1, "Laptop", "749.99", 20),
            silver(2, "Mouse", "25.50", 200),
            silver(3, "Teclado", "45.00", 180),
            silver(5, "Webcam HD", "59.99", 180));
    assertThat(change.rows())
        .singleElement()
        .returns("delete", row -> row.get("_change_type").asText())
        .returns(4, row -> row.get("producto_id").asInt());
    assertThat(history.lines())
        .containsExactly(
            gold(1, "Laptop", "899.99", 50, 1, 2),
            gold(1, "Laptop", "849.99", 45, 2, 5),
            gold(1, "Laptop", "799.99", 30, 5, 6),
            gold(1, "Laptop", "749.99", 20, 6),
            gold(2, "Mouse", "25.50", 200, 1),
            gold(3, "Teclado", "45.00", 150, 1, 7),
            gold(3, "Teclado", "45.00", 180, 7),
            gold(4, "Monitor", "299.99", 75, 1, 4),
            gold(5, "Webcam HD", "59.99", 180, 3))
        .isEqualTo(Fixture.named("demo-silver").history());
  }

  private static String silver(int id, String name, String price, int stock) {
    return "{" + columns(id, name, price, stock) + "}";
  }

  private static String gold(int id, String name, String price, int stock, int from) {
    return "{%s,\"valid_from\":%s,\"valid_to\":null,\"is_current\":true}"
        .formatted(columns(id, name, price, stock), day(from));
  }

  private static String gold(int id, String name, String price, int stock, int from, int to) {
    return "{%s,\"valid_from\":%s,\"valid_to\":%s,\"is_current\":false}"
        .formatted(columns(id, name, price, stock), day(from), day(to));
  }

  private static String columns(int id, String name, String price, int stock) {
    return "\"producto_id\":%d,\"nombre\":\"%s\",\"precio\":%s,\"stock\":%d"
        .formatted(id, name, price, stock);
  }

  private static String day(int day) {
    return "\"2026-01-0%dT08:00:00.000000Z\"".formatted(day);
  }
}
