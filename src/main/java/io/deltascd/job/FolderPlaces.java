package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.table.TablePlace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the tables of pipelines that run as one job keep out of each other's way; {@link
 * PipelinePlaces} looks at those of each. That one pipeline follows what another one maintains is
 * all right.
 */
final class FolderPlaces {

  /** A table that a pipeline reads or maintains. */
  private record Used(
      String pipeline, TableLocation table, TablePlace place, boolean isMaintained) {

    @Override
    public String toString() {
      return pipeline + ": " + table;
    }
  }

  private final List<Used> tables = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();

  /**
   * Adds what a pipeline reads.
   *
   * @throws IOException if a local directory cannot be looked at
   */
  void add(String pipeline, SourceConfig source) throws IOException {
    add(pipeline, source.silver(), false);
  }

  /**
   * Adds what a pipeline maintains.
   *
   * @throws IOException if a local directory cannot be looked at
   */
  void add(String pipeline, TargetConfig target) throws IOException {
    add(pipeline, target.gold(), true);
    if (target.deadLetters() != null) {
      add(pipeline, target.deadLetters().table(), true);
    }
  }

  private void add(String pipeline, TableLocation table, boolean isMaintained) throws IOException {
    Used added = new Used(pipeline, table, TablePlace.of(table), isMaintained);
    for (Used other : tables) {
      if (!other.pipeline().equals(pipeline)) {
        compare(other, added);
      }
    }
    tables.add(added);
  }

  private void compare(Used one, Used other) {
    if (one.place().equals(other.place())) {
      if (one.isMaintained() && other.isMaintained()) {
        findings.add(
            new Finding(
                "Two pipelines of a job maintain the same table",
                one + " and " + other,
                "one place",
                "a table of its own for each",
                "write another path in one of the pipeline files"));
      }
    } else if (one.isMaintained() || other.isMaintained()) {
      if (one.place().contains(other.place())) {
        findings.add(inside(other, one));
      } else if (other.place().contains(one.place())) {
        findings.add(inside(one, other));
      }
    }
  }

  private static Finding inside(Used inner, Used outer) {
    return new Finding(
        "A table of one pipeline lies inside of another one's",
        inner + " and " + outer,
        "the first below the second",
        "two directories beside each other: VACUUM of the outer table deletes the inner one",
        "choose another path for what is maintained");
  }

  /** What is wrong between those that were added. */
  List<Finding> findings() {
    return List.copyOf(findings);
  }
}
