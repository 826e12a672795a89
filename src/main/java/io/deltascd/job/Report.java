package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.Finding.Kind;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TableRole;
import io.deltascd.table.TableFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** What validating a pipeline brings to light: what is wrong, and what was found to be right. */
final class Report {
  private final List<Finding> findings = new ArrayList<>();
  private final Facts facts = new Facts();

  /** Everything that is wrong, in the order it was found. */
  List<Finding> findings() {
    return List.copyOf(findings);
  }

  /** What was looked at. */
  Facts facts() {
    return facts;
  }

  void add(Finding finding) {
    findings.add(finding);
  }

  void addAll(List<Finding> more) {
    findings.addAll(more);
  }

  /**
   * Looks at a table; if that fails, the reason is a finding.
   *
   * @param role of the table
   * @param look gives no null
   * @return empty if it failed
   */
  <T> Optional<T> attempt(TableRole role, TableLocation table, Callable<T> look) {
    try {
      return Optional.of(look.call());
    } catch (Exception e) {
      add(TableFailure.of(role, table, e));
      return Optional.empty();
    }
  }

  /**
   * Exit status: 2 if there is an error, else 1 if something could not be found out, else 0; a
   * warning changes nothing.
   */
  int status() {
    return count(Kind.ERROR) > 0 ? Failure.WRONG_USE : count(Kind.UNKNOWN) > 0 ? Failure.FAILED : 0;
  }

  /** All findings; if there are several, with their number first. */
  String text() {
    String all = findings.stream().map(Finding::text).collect(Collectors.joining("\n\n"));
    return findings.size() < 2 ? all : numbers() + "\n\n" + all;
  }

  private String numbers() {
    StringJoiner numbers = new StringJoiner(", ");
    add(numbers, Kind.ERROR, "error", "errors");
    add(numbers, Kind.UNKNOWN, "check that could not be made", "checks that could not be made");
    add(numbers, Kind.WARNING, "warning", "warnings");
    return numbers.toString();
  }

  private void add(StringJoiner numbers, Kind kind, String one, String many) {
    long count = count(kind);
    if (count > 0) {
      numbers.add(count + " " + (count == 1 ? one : many));
    }
  }

  private long count(Kind kind) {
    return findings.stream().filter(finding -> finding.kind() == kind).count();
  }
}
