package io.deltascd.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

  /** Whether a file is active that was removed, with the same deletion vector, before. */
  boolean haveFilesComeBack() {
    Set<String> removed = new HashSet<>();
    Set<String> active = Set.of();
    for (Version version : versions) {
      Set<String> now = new HashSet<>();
      version.files().values().forEach(file -> now.add(file.path() + " " + file.vector()));
      active.stream().filter(file -> !now.contains(file)).forEach(removed::add);
      active = now;
    }
    return active.stream().anyMatch(removed::contains);
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
