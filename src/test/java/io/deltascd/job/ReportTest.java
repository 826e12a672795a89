package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.Finding;
import io.deltascd.config.Finding.Kind;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TableRole;
import java.net.ConnectException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportTest {

  @ParameterizedTest
  @CsvSource({
    "'', 0, ''",
    "W, 0, ''",
    "WW, 0, 2 warnings",
    "U, 1, ''",
    "WU, 1, '1 check that could not be made, 1 warning'",
    "E, 2, ''",
    "UEW, 2, '1 error, 1 check that could not be made, 1 warning'",
    "EEUU, 2, '2 errors, 2 checks that could not be made'"
  })
  void statusAndNumbersFollowFromTheKinds(String kinds, int status, String first) {
    Report report = new Report();
    kinds.chars().mapToObj(kind -> finding((char) kind)).forEach(report::add);

    assertThat(report.status()).isEqualTo(status);
    if (!first.isEmpty()) {
      assertThat(report.text()).startsWith(first + "\n\n");
    }
    assertThat(report.text().contains("Warning: What W")).isEqualTo(kinds.contains("W"));
    assertThat(report.text()).doesNotContain("Warning: What E", "Warning: What U");
  }

  private static Finding finding(char kind) {
    return new Finding(
        switch (kind) {
          case 'E' -> Kind.ERROR;
          case 'W' -> Kind.WARNING;
          default -> Kind.UNKNOWN;
        },
        "What " + kind,
        "w",
        "f",
        "e",
        "r");
  }

  @Test
  void aFailedLookIsAFinding() {
    Report report = new Report();
    TableLocation table = new TableLocation("/t", Map.of());

    assertThat(report.attempt(TableRole.GOLD, table, () -> 7)).hasValue(7);
    assertThat(
            report.attempt(
                TableRole.GOLD,
                table,
                () -> {
                  throw new ConnectException("refused");
                }))
        .isEmpty();

    assertThat(report.text())
        .isEqualTo(
            """
            The storage of gold cannot be reached
              where:    /t
              found:    ConnectException: refused
              expected: an answer
              remedy:   check the network, the path and the options below hadoop:, and try again""");
  }
}
