package io.deltascd.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** What must hold between the files of pipelines that run in one job. */
final class FolderChecks {
  private final Map<Path, PipelineDraft> drafts;
  private final List<Finding> findings = new ArrayList<>();

  /**
   * @param drafts by the file that they come from
   */
  FolderChecks(Map<Path, PipelineDraft> drafts) {
    this.drafts = drafts;
  }

  /** What is wrong. */
  List<Finding> run() {
    names();
    ends();
    flinkOptions();
    fileSystems();
    return findings;
  }

  private void names() {
    Map<String, Path> first = new HashMap<>();
    drafts.forEach(
        (file, draft) -> {
          Path other = first.putIfAbsent(draft.name(), file);
          if (other != null) {
            add(
                "Two pipelines of a job have the same name",
                other,
                file,
                draft.name(),
                "a name of its own for each, which also belongs to its gold",
                "write another name: in one of the files");
          }
        });
  }

  private static Stream<TableLocation> maintained(TargetConfig target) {
    return Stream.concat(
        Stream.of(target.gold()),
        Optional.ofNullable(target.deadLetters()).map(DeadLetterConfig::table).stream());
  }

  /** The operators of a pipeline that has ended would not run again from a savepoint. */
  private void ends() {
    Map<Boolean, Path> first = new HashMap<>();
    drafts.forEach(
        (file, draft) ->
            draft
                .source()
                .filter(source -> draft.findings().isEmpty())
                .ifPresent(source -> first.putIfAbsent(source.bounded().endsByItself(), file)));
    if (first.size() > 1) {
      add(
          "Some pipelines of a job end by themselves, others do not",
          first.get(true),
          first.get(false),
          SourceOptions.BOUNDED_MODE.key() + " in the first one only",
          "all of them bounded, or none",
          "run them as two jobs, or give -D "
              + SourceOptions.BOUNDED_MODE.key()
              + "=latest for all of them");
    }
  }

  private void flinkOptions() {
    agree(
        PipelineDraft::flink,
        (option, files) ->
            new Finding(
                "Two pipelines of a job set a Flink option differently",
                files,
                "two values of " + option,
                "one value, since the job has one",
                "write it in one of the files only, or the same in each"));
  }

  /** Hadoop keeps one client for each file system of a process, with the options it meets first. */
  private void fileSystems() {
    agree(
        FolderChecks::fileSystems,
        (fileSystem, files) ->
            new Finding(
                "Two pipelines of a job reach the same file system differently",
                files,
                "other options below hadoop: for " + fileSystem,
                "the same options, since a job has one client for each file system",
                "write the same options below hadoop: in each of the files, or run them as two"
                    + " jobs"));
  }

  private static Map<String, Map<String, String>> fileSystems(PipelineDraft draft) {
    Map<String, Map<String, String>> options = new HashMap<>();
    Stream.concat(
            draft.source().map(SourceConfig::silver).stream(),
            draft.target().stream().flatMap(FolderChecks::maintained))
        .forEach(
            table -> fileSystem(table.path()).ifPresent(name -> options.put(name, table.hadoop())));
    return options;
  }

  /** Scheme and authority; empty for the local file system, which has no options. */
  private static Optional<String> fileSystem(String path) {
    int root = path.indexOf("://");
    if (root < 0 || path.startsWith("file:")) {
      return Optional.empty();
    }
    int end = path.indexOf('/', root + 3);
    return Optional.of(end < 0 ? path : path.substring(0, end));
  }

  /**
   * Finds each key to which two pipelines give different values.
   *
   * @param finding of a key and the names of both files
   */
  private <V> void agree(
      Function<PipelineDraft, Map<String, V>> values, BiFunction<String, String, Finding> finding) {
    Map<String, V> first = new HashMap<>();
    Map<String, Path> from = new HashMap<>();
    drafts.forEach(
        (file, draft) ->
            values
                .apply(draft)
                .forEach(
                    (key, value) -> {
                      V before = first.putIfAbsent(key, value);
                      Path other = from.putIfAbsent(key, file);
                      if (before != null && !before.equals(value)) {
                        findings.add(finding.apply(key, both(other, file)));
                      }
                    }));
  }

  private void add(
      String what, Path one, Path other, String found, String expected, String remedy) {
    findings.add(new Finding(what, both(one, other), found, expected, remedy));
  }

  private static String both(Path one, Path other) {
    return one + " and " + other;
  }
}
