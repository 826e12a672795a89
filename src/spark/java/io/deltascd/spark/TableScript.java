package io.deltascd.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The life of a table as a SQL file: comments on top name its {@code description}, its {@code
 * keys}, the {@code start} version of its history and perhaps another {@code zip} to keep it in,
 * then come statements, each ended by a semicolon at the end of a line. A statement runs a day
 * after the one before, the first at 8 o'clock of 2026, unless a comment {@code at: INSTANT} before
 * it says otherwise. {@code ${table}} is the table and {@code ${path}} its path; where {@code
 * ${feed}} occurs, the table is made without the feed, and the expected feed is taken from a twin
 * that has it. {@code COMPACT LOG m TO n} writes a log compaction file, for which there is no SQL.
 *
 * <p>More comments on top: {@code refused}, a part of the text with which the product refuses to
 * read the table, for which Spark's feed and history are not kept then; {@code gold}, the same of
 * keeping its history.
 */
record TableScript(String name, Map<String, String> header, List<Step> steps) {

  private static final Pattern COMMENT = Pattern.compile("-- ([a-z]+): (.*)");
  private static final Instant FIRST = Instant.parse("2026-01-01T08:00:00Z");

  /** A statement and the time at which it commits. */
  record Step(Instant time, String sql) {}

  static TableScript read(Path file) throws IOException {
    Map<String, String> header = new TreeMap<>();
    List<Step> steps = new ArrayList<>();
    Instant time = FIRST;
    StringBuilder sql = new StringBuilder();
    for (String line : Files.readAllLines(file)) {
      Matcher comment = COMMENT.matcher(line);
      if (comment.matches() && comment.group(1).equals("at")) {
        time = Instant.parse(comment.group(2));
      } else if (comment.matches()) {
        header.put(comment.group(1), comment.group(2));
      } else if (line.endsWith(";")) {
        sql.append(line, 0, line.length() - 1);
        steps.add(new Step(time, sql.toString()));
        sql.setLength(0);
        time = time.plus(Duration.ofDays(1));
      } else if (!line.isBlank()) {
        sql.append(line).append('\n');
      }
    }
    return new TableScript(file.getFileName().toString().replace(".sql", ""), header, steps);
  }

  String description() {
    return header.get("description");
  }

  List<String> keys() {
    return List.of(header.get("keys").split(", "));
  }

  long start() {
    return Long.parseLong(header.get("start"));
  }

  /** The zip to keep the table in, from the top of the repository. */
  String zip() {
    return header.getOrDefault("zip", "src/test/resources/io/deltascd/tables/" + name + ".zip");
  }

  Optional<String> header(String field) {
    return Optional.ofNullable(header.get(field));
  }

  boolean isRefused() {
    return header.containsKey("refused");
  }

  boolean hasTwin() {
    return steps.stream().anyMatch(step -> step.sql().contains("${feed}"));
  }
}
