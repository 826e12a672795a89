package io.deltascd.job;

import io.deltascd.config.PipelineOptions;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.configuration.Configuration;

/**
 * The pipeline file of a job that was submitted without arguments. The first of these places that
 * names one decides: {@code delta-scd.pipeline} in Flink's configuration, {@code
 * DELTA_SCD_PIPELINE} in the environment, {@code pipeline.yaml} beside the jar.
 */
final class DefaultPipeline {
  static final String VARIABLE = "DELTA_SCD_PIPELINE";
  static final String FILE_NAME = "pipeline.yaml";

  private final Configuration flink;
  private final Map<String, String> environment;
  @Nullable private final Path besideJar;

  /**
   * @param flink configuration of the cluster, and of the submission
   * @param environment of this process
   * @param besideJar the jar's directory; null if the program does not come from a jar
   */
  DefaultPipeline(Configuration flink, Map<String, String> environment, @Nullable Path besideJar) {
    this.flink = flink;
    this.environment = environment;
    this.besideJar = besideJar;
  }

  /** The directory of the jar that a class comes from, null if it comes from somewhere else. */
  @Nullable
  static Path directoryOfJar(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null ? null : directoryOfJar(source.getLocation());
  }

  /**
   * The directory of a jar, null if it is none.
   *
   * @param jar in application mode relative to the working directory: {@code file:usrlib/job.jar}
   */
  @Nullable
  static Path directoryOfJar(URL jar) {
    if (!jar.getPath().endsWith(".jar")) {
      return null;
    }
    return Path.of(pathOf(jar)).toAbsolutePath().getParent();
  }

  /** Flink makes URLs of paths as they are, with blanks and percent signs. */
  private static String pathOf(URL jar) {
    try {
      return jar.toURI().getSchemeSpecificPart();
    } catch (URISyntaxException e) {
      return jar.getPath();
    }
  }

  /**
   * The path of the pipeline file, which need not exist if a user named it.
   *
   * @throws UsageException saying where was looked
   */
  String find() {
    List<String> looked = new ArrayList<>();
    Optional<String> configured = flink.getOptional(PipelineOptions.FILE);
    if (configured.isPresent()) {
      return configured.get();
    }
    looked.add("no " + PipelineOptions.FILE.key() + " in Flink's configuration");
    String variable = environment.getOrDefault(VARIABLE, "");
    if (!variable.isEmpty()) {
      return variable;
    }
    looked.add("no " + VARIABLE + " in the environment");
    if (besideJar != null) {
      Path file = besideJar.resolve(FILE_NAME);
      if (Files.exists(file)) {
        return file.toString();
      }
      looked.add("no " + file);
    }
    throw new UsageException(
        "The job was submitted without arguments, and no pipeline file was found",
        String.join(", ", looked),
        "arguments such as run products.yaml, or a pipeline file in one of these places",
        "name the pipeline file as %s in Flink's configuration, or give the arguments"
            .formatted(PipelineOptions.FILE.key()));
  }
}
