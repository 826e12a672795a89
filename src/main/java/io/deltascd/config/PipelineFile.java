package io.deltascd.config;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a pipeline file and the {@code -D} options of the command line.
 *
 * <p>Everything that is wrong is found at once, each with its line and column. Nothing is looked up
 * in the environment, and no table is touched.
 */
public final class PipelineFile {

  private PipelineFile() {}

  /**
   * @param file the pipeline file
   * @param overrides {@code key=value}: keys of the pipeline file, or options of Flink with or
   *     without {@code flink.} before them; they win over the file
   * @throws ConfigurationException listing everything that is wrong
   */
  public static PipelineConfig read(Path file, List<String> overrides) {
    return examine(file, overrides).config();
  }

  /**
   * As {@link #read}, but hands over what could be understood together with what is wrong.
   *
   * @throws ConfigurationException if it cannot be read, or is not a pipeline file
   */
  public static PipelineDraft examine(Path file, List<String> overrides) {
    List<Finding> findings = new ArrayList<>();
    String yaml = load(file, findings);
    if (!findings.isEmpty()) {
      throw new ConfigurationException(findings);
    }
    return draft(file.toString(), yaml, overrides);
  }

  /**
   * As {@link #examine}, of a text that has been read.
   *
   * @param file where it comes from, for the findings
   */
  static PipelineDraft draft(String file, String yaml, List<String> overrides) {
    List<Finding> findings = new ArrayList<>();
    YamlReader reader = new YamlReader(file, findings);
    Map<String, Entry> entries = new LinkedHashMap<>(reader.read(yaml));
    if (entries.isEmpty() && !findings.isEmpty()) {
      // Not a pipeline file: that every key is missing would only hide the reason.
      throw new ConfigurationException(findings);
    }
    overrides.forEach(override -> CommandLineOption.apply(override, entries, findings));
    return new ConfigBuilder(reader, entries, findings).build(defaultName(file));
  }

  private static String load(Path file, List<Finding> findings) {
    String found;
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      found = "no such file";
    } catch (MalformedInputException e) {
      found = "bytes that are not UTF-8";
    } catch (IOException e) {
      found = Files.isDirectory(file) ? "a directory" : String.valueOf(e.getMessage());
    }
    findings.add(
        new Finding(
            "The pipeline file cannot be read",
            file.toAbsolutePath().toString(),
            found,
            "a readable YAML file",
            "check the path; delta-scd demo makes an example"));
    return "";
  }

  /** Of a pipeline, or of a job of several, that has no other name. */
  static String defaultName(String file) {
    Path name = Path.of(file).getFileName();
    return name == null ? "pipeline" : name.toString().replaceFirst("\\.[^.]+$", "");
  }
}
