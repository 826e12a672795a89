package io.deltascd.changes;

import static io.deltascd.table.SmallTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.PipelineException;
import io.deltascd.table.SmallTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tables that are damaged, or made to do harm: whoever reads them gives the rows that the protocol
 * means, or an error that names the file or version. No other exception comes out, since a job
 * would start again and again at one.
 */
@Timeout(60)
class HostileTableTest {
  private static final List<String> OF_VERSION_1 = List.of("1 +I 1 a", "1 +I 2 b", "1 +I 3 c");

  @TempDir Path directory;

  @ParameterizedTest
  @MethodSource({
    "io.deltascd.changes.HostileCommits#actions",
    "io.deltascd.changes.HostileCommits#tables",
    "io.deltascd.changes.HostileCommits#files",
    "io.deltascd.changes.HostileFiles#paths",
    "io.deltascd.changes.HostileFiles#parquet",
    "io.deltascd.changes.HostileVectors#descriptors",
    "io.deltascd.changes.HostileVectors#contents"
  })
  void isReadRightOrRefused(HostileCase hostile) throws Exception {
    SmallTable table = SmallTable.withFeed(Files.createDirectory(directory.resolve("table")));
    table.commit(table.add(table.write("a.parquet", row(1L, "a"), row(2L, "b"), row(3L, "c"))));
    table.write("b.parquet", row(4L, "d"));
    hostile.damage().to(table);

    List<String> changes = null;
    if (hostile.changes() != null) {
      changes = new ArrayList<>(OF_VERSION_1);
      changes.addAll(hostile.changes());
    }
    check(TableReading.FEED, table, changes, hostile);
    check(TableReading.JOB, table, changes, hostile);
    check(TableReading.SNAPSHOT, table, hostile.snapshot(), hostile);
    try {
      TableReading.BEFORE_THE_START.rows(table.location());
    } catch (PipelineException e) {
      assertThat(hostile.message()).as("only of what is wrong: %s", e).isNotEmpty();
    }
  }

  private static void check(
      TableReading reading, SmallTable table, @Nullable List<String> rows, HostileCase hostile)
      throws Exception {
    if (rows == null) {
      assertThatThrownBy(() -> reading.rows(table.location()))
          .as("%s", reading)
          .isInstanceOf(PipelineException.class)
          .hasMessageContainingAll(hostile.message().toArray(String[]::new));
    } else {
      assertThat(reading.rows(table.location()))
          .as("%s", reading)
          .containsExactlyInAnyOrderElementsOf(rows);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "integer, seven",
    "integer, 2147483648",
    "byte, 300",
    "long, 1e3",
    "double, x",
    "boolean, maybe",
    "date, 2026-13-45",
    "date, 2026-02-31",
    "'decimal(5,2)', 123456.78",
    "'decimal(5,2)', 1.234",
    "timestamp, 2026-02-31 00:00:00",
    "timestamp, +999999999-01-01 00:00:00",
    "timestamp_ntz, soon",
  })
  void absurdPartitionValueIsNamed(String type, String value) throws Exception {
    SmallTable table = partitioned(type);
    table.commit(added("\"partitionValues\":{\"p\":\"%s\"},".formatted(value)));
    for (TableReading reading :
        List.of(TableReading.FEED, TableReading.JOB, TableReading.SNAPSHOT)) {
      assertThatThrownBy(() -> reading.rows(table.location()))
          .as("%s", reading)
          .isInstanceOf(PipelineException.class)
          .hasMessageContainingAll("column p of ", "b.parquet, version 1", "'" + value + "'");
    }
  }

  @ParameterizedTest
  @CsvSource({"''", "'\"partitionValues\":null,'"})
  void partitionValuesThatAreMissingAreNotNull(String field) throws Exception {
    SmallTable table = partitioned("integer");
    table.commit(added(field));
    for (TableReading reading :
        List.of(TableReading.FEED, TableReading.JOB, TableReading.SNAPSHOT)) {
      assertThatThrownBy(() -> reading.rows(table.location()))
          .as("%s", reading)
          .isInstanceOf(PipelineException.class)
          .hasMessageContainingAll("00000000000000000001.json", "partitionValues", "b.parquet");
    }
  }

  private SmallTable partitioned(String type) throws Exception {
    SmallTable table = new SmallTable(directory);
    String column =
        ",{\"name\":\"p\",\"type\":\"%s\",\"nullable\":true,\"metadata\":{}}]}".formatted(type);
    table.commit(
        "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":"
            + "[\"timestampNtz\"],\"writerFeatures\":[\"timestampNtz\",\"changeDataFeed\"]}}",
        SmallTable.metadata(
            SmallTable.ID_AND_NAME.replace("]}", column),
            "\"p\"",
            "\"delta.enableChangeDataFeed\":\"true\""));
    table.write("b.parquet", row(4L, "d"));
    return table;
  }

  private static String added(String partitionValues) {
    return HostileCase.add("b.parquet", "").replace("\"partitionValues\":{},", partitionValues);
  }
}
