package io.deltascd.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a command is given: a pipeline file, or a folder of them, whose pipelines run as one job. Of
 * a folder these are the files that end with {@code .yaml} or {@code .yml}, in the order of their
 * names; hidden files and folders in it are left alone.
 */
public final class PipelineFiles {
  private final Path path;
  private final boolean isFolder;
  private final Map<Path, PipelineDraft> drafts;
  private final List<Finding> findings;

  private PipelineFiles(
      Path path, boolean isFolder, Map<Path, PipelineDraft> drafts, List<Finding> findings) {
    this.path = path;
    this.isFolder = isFolder;
    this.drafts = drafts;
    this.findings = findings;
  }

  /**
   * Reads the job.
   *
   * @param path of the file or folder
   * @param overrides as of {@link PipelineFile#read}; they win over each file
   * @throws ConfigurationException listing everything that is wrong with any file, or between them
   */
  public static JobConfig read(Path path, List<String> overrides) {
    return examine(path, overrides).job();
  }

  /**
   * As {@link #read}, but hands over what could be understood together with what is wrong.
   *
   * @throws ConfigurationException if there is no file, or a file alone is not a pipeline file
   */
  public static PipelineFiles examine(Path path, List<String> overrides) {
    if (!Files.isDirectory(path)) {
      return new PipelineFiles(
          path, false, Map.of(path, PipelineFile.examine(path, overrides)), List.of());
    }
    Map<Path, PipelineDraft> drafts = new LinkedHashMap<>();
    List<Finding> findings = new ArrayList<>();
    for (Path file : files(path)) {
      try {
        drafts.put(file, PipelineFile.examine(file, overrides));
      } catch (ConfigurationException e) {
        findings.addAll(e.findings());
      }
    }
    if (drafts.isEmpty() && findings.isEmpty()) {
      throw new ConfigurationException(
          List.of(
              new Finding(
                  "The folder has no pipeline file",
                  path.toAbsolutePath().toString(),
                  "no file that ends with .yaml or .yml",
                  "a pipeline file for each pipeline of the job",
                  "check the path; delta-scd demo makes an example")));
    }
    findings.addAll(new FolderChecks(drafts).run());
    return new PipelineFiles(path, true, drafts, findings);
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(PipelineFiles::isPipelineFile).sorted().toList();
    } catch (IOException e) {
      throw new ConfigurationException(
          List.of(
              new Finding(
                  "The folder of pipeline files cannot be read",
                  folder.toAbsolutePath().toString(),
                  String.valueOf(e.getMessage()),
                  "a readable folder",
                  "check the path and its permissions")));
    }
  }

  private static boolean isPipelineFile(Path file) {
    return file.getFileName().toString().matches("[^.].*\\.ya?ml") && !Files.isDirectory(file);
  }

  /** Whether it is a folder, though there may be a single file in it. */
  public boolean isFolder() {
    return isFolder;
  }

  /** What each file says, as far as it is a pipeline file. */
  public List<PipelineDraft> drafts() {
    return List.copyOf(drafts.values());
  }

  /** What is wrong between the files of a folder, or with those that are not pipeline files. */
  public List<Finding> findings() {
    return List.copyOf(findings);
  }

  private JobConfig job() {
    List<Finding> all = new ArrayList<>();
    drafts.values().forEach(draft -> all.addAll(draft.findings()));
    all.addAll(findings);
    if (!all.isEmpty()) {
      throw new ConfigurationException(all);
    }
    List<PipelineConfig> pipelines = drafts.values().stream().map(PipelineDraft::config).toList();
    if (!isFolder) {
      return JobConfig.of(pipelines.get(0));
    }
    Map<String, String> flink = new LinkedHashMap<>();
    pipelines.forEach(pipeline -> flink.putAll(pipeline.flink()));
    return new JobConfig(
        PipelineFile.defaultName(path.toAbsolutePath().normalize().toString()),
        pipelines,
        true,
        flink);
  }
}
