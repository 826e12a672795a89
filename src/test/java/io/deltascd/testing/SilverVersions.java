package io.deltascd.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The contents of all versions of a silver table. */
final class SilverVersions {

  private record Version(
      Instant time, List<Column> columns, Map<String, SilverFile> files, List<FeedRow> feed) {}

  private final List<Version> versions = new ArrayList<>();

  /** −1 before there is one. */
  long newest() {
    return versions.size() - 1L;
  }

  long add(
      Instant time,
      List<Column> columns,
      Map<String, SilverFile> files,
      List<SilverCommit.Row> changes) {
    long version = versions.size();
    List<FeedRow> feed =
        changes.stream()
            .map(
                changed ->
                    new FeedRow(
                        changed.change(), version, time, Rows.padded(changed.row(), columns)))
            .toList();
    versions.add(new Version(time, columns, files, feed));
    return version;
  }

  Instant time(long version) {
    return versions.get((int) version).time();
  }

  List<Column> columns(long version) {
    return versions.get((int) version).columns();
  }

  Map<String, SilverFile> files(long version) {
    return version < 0 ? Map.of() : versions.get((int) version).files();
  }

  List<Map<String, Object>> rows(long version) {
    Version at = versions.get((int) version);
    return at.files().values().stream()
        .flatMap(file -> file.liveRows().stream())
        .map(row -> Rows.padded(row, at.columns()))
        .toList();
  }

  List<FeedRow> feed(long from, long to) {
    return versions.subList((int) from, (int) to + 1).stream()
        .flatMap(version -> version.feed().stream())
        .toList();
  }
}
