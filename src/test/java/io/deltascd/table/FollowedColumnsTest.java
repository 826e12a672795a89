package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.DeadLetterConfig;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TestTarget;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.HistorySettings.DuplicateKeys;
import io.deltascd.model.SilverSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Columns are written as {@code name type}, types as in a schema string, structs in braces. */
class FollowedColumnsTest {
  private static final String BEFORE =
      "id integer, region short, seen timestamp, name string, n integer, f float, d date,"
          + " m decimal(10,2), s {a integer, b string}";
  private static final String ANEW =
      "build gold anew at another path, beginning with that version or a later one";

  @ParameterizedTest
  @MethodSource("io.deltascd.table.FollowedColumnsTest#followed")
  void isFollowed(String from, String to) {
    SilverSchema now = schema(7, BEFORE.replace(from, to));
    assertThat(rule(HistorySettings.DEFAULT).next(schema(3, BEFORE), now, "silver, version 7"))
        .isSameAs(now);
  }

  static Stream<Arguments> followed() {
    return Stream.of(
        Arguments.of("name string", "name string, note string"),
        Arguments.of("id integer, region short", "region short, id integer"),
        Arguments.of("b string}", "b string, c double}"),
        Arguments.of("n integer", "n long"),
        Arguments.of("n integer", "n double"),
        Arguments.of("n integer", "n decimal(10,0)"),
        Arguments.of("n integer", "n decimal(14,4)"),
        Arguments.of("region short", "region integer"),
        Arguments.of("region short", "region long"),
        Arguments.of("f float", "f double"),
        Arguments.of("d date", "d timestamp_ntz"),
        Arguments.of("m decimal(10,2)", "m decimal(20,4)"),
        Arguments.of("a integer", "a long"),
        Arguments.of("id integer", "id long"));
  }

  @ParameterizedTest
  @MethodSource("io.deltascd.table.FollowedColumnsTest#refusedTypes")
  void otherTypesAreRefused(String from, String to, String column, String found, String expected) {
    assertThatThrownBy(() -> next(HistorySettings.DEFAULT, 100, BEFORE.replace(from, to)))
        .isInstanceOf(SilverChangedException.class)
        .hasMessage(
            """
            A column of silver has got another type
              where:    silver, version 7, column %s
              found:    %s
              expected: %s, or a wider type
              remedy:   %s\
            """
                .formatted(column, found, expected, ANEW));
  }

  static Stream<Arguments> refusedTypes() {
    return Stream.of(
        Arguments.of("n integer", "n string", "n", "string", "integer"),
        Arguments.of("n integer", "n short", "n", "short", "integer"),
        Arguments.of("n integer", "n float", "n", "float", "integer"),
        Arguments.of("n integer", "n decimal(9,0)", "n", "Decimal(9, 0)", "integer"),
        Arguments.of("n integer", "n {x long}", "n", "struct<x long>", "integer"),
        Arguments.of("m decimal(10,2)", "m decimal(11,4)", "m", "Decimal(11, 4)", "Decimal(10, 2)"),
        Arguments.of("m decimal(10,2)", "m double", "m", "double", "Decimal(10, 2)"),
        Arguments.of("d date", "d timestamp", "d", "timestamp", "date"),
        Arguments.of("seen timestamp", "seen long", "seen", "long", "timestamp"),
        Arguments.of("a integer", "a string", "s.a", "string", "integer"));
  }

  @ParameterizedTest
  @MethodSource("io.deltascd.table.FollowedColumnsTest#otherForms")
  void keysAndPartitionsKeepTheirForm(String from, String to, String setting, String found) {
    HistorySettings settings = partitionedBy("region");
    assertThatThrownBy(() -> next(settings, 100, BEFORE.replace(from, to)))
        .isInstanceOf(SilverChangedException.class)
        .hasMessage(
            """
            A column that %s names has got a type whose values are written in another form
              where:    silver, version 7, column %s
              found:    %s
              expected: %s, or a wider type of the same kind
              remedy:   %s\
            """
                .formatted(setting, name(from), found, type(from), ANEW));
  }

  static Stream<Arguments> otherForms() {
    return Stream.of(
        Arguments.of("id integer", "id double", "target.keys", "double"),
        Arguments.of("id integer", "id decimal(10,0)", "target.keys", "Decimal(10, 0)"),
        Arguments.of("region short", "region double", "target.partition-by", "double"));
  }

  @Test
  void droppedColumnsHaveToBeAccepted() {
    String after = BEFORE.replace("name string", "title string").replace("b string}", "c string}");
    assertThatThrownBy(() -> next(HistorySettings.DEFAULT, 6, after))
        .isInstanceOf(SilverChangedException.class)
        .hasMessage(
            """
            A column of silver was dropped or renamed
              where:    silver, version 7
              found:    no column name, no column s.b; new: s.c, title
              expected: the columns of the version before, and new ones
              remedy:   source.scan.schema-change.accept-version: 7 lets the run go on: gold keeps \
            the column, null in rows written from then on, and gets a renamed one as a new column; or \
            """
                + ANEW);
    assertThatCode(() -> next(HistorySettings.DEFAULT, 7, after)).doesNotThrowAnyException();
    assertThatCode(() -> next(HistorySettings.DEFAULT, 8, after)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("io.deltascd.table.FollowedColumnsTest#named")
  void namedColumnsCannotBeDropped(HistorySettings settings, String column, String setting) {
    String after = BEFORE.replace(column, "other long");
    assertThatThrownBy(() -> next(settings, 100, after))
        .isInstanceOf(SilverChangedException.class)
        .hasMessage(
            """
            A column that the settings name is gone from silver
              where:    silver, version 7, %s
              found:    no column %s
              expected: column %s
              remedy:   %s, with %s of the new columns\
            """
                .formatted(
                    setting, name(column), column.replaceFirst(" (.*)", " ($1)"), ANEW, setting));
  }

  static Stream<Arguments> named() {
    return Stream.of(
        Arguments.of(HistorySettings.DEFAULT, "id integer", "target.keys"),
        Arguments.of(tracking("name"), "name string", "target.tracked-columns"),
        Arguments.of(partitionedBy("region"), "region short", "target.partition-by"),
        Arguments.of(sequencedBy("seen"), "seen timestamp", "target.sequence-by"));
  }

  @Test
  void namesThatGoldCannotHaveAreRefused() {
    assertThatThrownBy(() -> next(HistorySettings.DEFAULT, 100, BEFORE + ", Valid_From timestamp"))
        .isInstanceOf(SilverChangedException.class)
        .hasMessageStartingWith("A column of silver has the name of a history column")
        .hasMessageContaining("silver, version 7")
        .hasMessageContaining("column Valid_From")
        .hasMessageContaining(ANEW);
    SilverSchema now = schema(7, BEFORE + ", reason string");
    assertThat(rule(HistorySettings.DEFAULT).next(schema(3, BEFORE), now, "x")).isSameAs(now);
    DeadLetterConfig letters = new DeadLetterConfig(new TableLocation("/letters", Map.of()), false);
    FollowedColumns withLetters =
        new FollowedColumns(target(HistorySettings.DEFAULT, letters), 100);
    assertThatThrownBy(() -> withLetters.next(schema(3, BEFORE), now, "silver, version 7"))
        .isInstanceOf(SilverChangedException.class)
        .hasMessageContaining("the dead-letter table adds");
  }

  @Test
  void columnsThatAreNotNeededDoNotMatter() {
    HistorySettings settings =
        new HistorySettings(null, null, null, List.of("id", "name"), null, null, null, null);
    FollowedColumns rule = rule(settings);
    SilverSchema before = schema(3, BEFORE);
    SilverSchema after = schema(7, "name string, id integer, n string, valid_from date");
    assertThat(rule.next(before, after, "x")).isSameAs(after);
    assertThat(rule.needed(after).json()).isEqualTo(schema(7, "name string, id integer").json());
    assertThat(rule.needed(after).id()).isEqualTo(7);
    SilverSchema same = schema(9, BEFORE.replace("n integer", "n string"));
    assertThat(rule.concerns(before, same)).isFalse();
    assertThat(rule.concerns(before, schema(9, BEFORE.replace("id integer", "id long")))).isTrue();
    DeadLetterConfig letters = new DeadLetterConfig(new TableLocation("/letters", Map.of()), false);
    assertThatThrownBy(
            () -> new FollowedColumns(target(settings, letters), 100).next(before, same, "x"))
        .isInstanceOf(SilverChangedException.class);
  }

  @Test
  void theSameColumnsKeepTheirId() {
    SilverSchema before = schema(3, BEFORE);
    assertThat(rule(HistorySettings.DEFAULT).next(before, schema(7, BEFORE), "x")).isSameAs(before);
  }

  private static SilverSchema next(HistorySettings settings, long accepted, String after) {
    return new FollowedColumns(target(settings, null), accepted)
        .next(schema(3, BEFORE), schema(7, after), "silver, version 7");
  }

  static FollowedColumns rule(HistorySettings settings) {
    return new FollowedColumns(target(settings, null), -1);
  }

  private static HistorySettings tracking(String column) {
    return new HistorySettings(null, null, null, null, List.of(column), null, null, null);
  }

  private static HistorySettings partitionedBy(String column) {
    return new HistorySettings(
        null, null, null, null, null, List.of("is_current", column), null, null);
  }

  private static HistorySettings sequencedBy(String column) {
    return new HistorySettings(
        null, null, null, null, null, null, DuplicateKeys.KEEP_LAST, List.of(column));
  }

  private static TargetConfig target(
      HistorySettings settings, @Nullable DeadLetterConfig deadLetters) {
    return TestTarget.of(new TableLocation("/gold", Map.of()))
        .history(settings)
        .deadLetters(deadLetters)
        .config();
  }

  private static String name(String column) {
    return column.substring(0, column.indexOf(' '));
  }

  private static String type(String column) {
    return column.substring(column.indexOf(' ') + 1);
  }

  static SilverSchema schema(long id, String columns) {
    return new SilverSchema(id, struct(columns), List.of(), "none");
  }

  private static String struct(String columns) {
    List<String> fields = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i <= columns.length(); i++) {
      char c = i == columns.length() ? ',' : columns.charAt(i);
      depth += c == '{' || c == '(' ? 1 : c == '}' || c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        fields.add(field(columns.substring(from, i).strip()));
        from = i + 1;
      }
    }
    return "{\"type\":\"struct\",\"fields\":[" + String.join(",", fields) + "]}";
  }

  private static String field(String column) {
    String name = name(column);
    String type = type(column);
    String json =
        type.startsWith("{") ? struct(type.substring(1, type.length() - 1)) : "\"" + type + "\"";
    return "{\"name\":\"%s\",\"type\":%s,\"nullable\":true,\"metadata\":{}}".formatted(name, json);
  }
}
