package io.deltascd.table;

import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetInputFormat;

/** Opens Kernel's engine on the file system of a table. */
final class KernelEngines {
  private static final String FILE = "file:";

  /** Read once: finding and parsing Hadoop's files takes longer than copying the result. */
  private static final Configuration DEFAULTS = defaults();

  private KernelEngines() {}

  private static Configuration defaults() {
    HadoopShutdown.load();
    Configuration defaults = new Configuration();
    // Else a flipped bit in a page would become a value of gold without a word.
    defaults.setIfUnset(ParquetInputFormat.PAGE_VERIFY_CHECKSUM_ENABLED, "true");
    WriterSafety.chooseLogStores(defaults);
    return defaults;
  }

  /**
   * A new engine with the file system options of the location, and with a Parquet reader that gets
   * structs inside of maps right.
   */
  static Engine engine(TableLocation location) {
    Configuration hadoop = hadoopConfiguration(location);
    Engine engine = DefaultEngine.create(hadoop);
    return new KernelEngine(engine, new MapAwareParquet(engine.getParquetHandler(), hadoop));
  }

  /** The engine, with Parquet files that become visible only once they are whole. */
  static Engine withWholeFiles(Engine engine, TableLocation location) {
    return new KernelEngine(
        engine, new CheckpointFiles(engine.getParquetHandler(), hadoopConfiguration(location)));
  }

  /** The engine, for commits as {@link OptimizeCommits} describes them. */
  static Engine withOptimizeCommits(Engine engine, Map<String, String> metrics) {
    return new KernelEngine(
        engine, engine.getParquetHandler(), new OptimizeCommits(engine.getJsonHandler(), metrics));
  }

  /** Hadoop's own defaults and, over them, the options of the location. */
  static Configuration hadoopConfiguration(TableLocation location) {
    Configuration configuration = new Configuration(DEFAULTS);
    location.hadoop().forEach(configuration::set);
    return configuration;
  }

  /**
   * The root of the table as Hadoop and Kernel understand it, without a slash at its end. A local
   * path may be relative, absolute or a {@code file:} URI; the result is then {@code file:} and an
   * absolute path. As in Hadoop's own paths, special characters are not encoded.
   */
  static String rootUri(TableLocation location) {
    String path = location.path().strip();
    String root =
        hasScheme(path) && !path.startsWith(FILE) ? path : FILE + localPath(location, path);
    return root.length() > 1 && root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
  }

  private static boolean hasScheme(String path) {
    int colon = path.indexOf(':');
    int slash = path.indexOf('/');
    return colon > 1 && (slash < 0 || colon < slash);
  }

  private static Path localPath(TableLocation location, String path) {
    String plain = path.startsWith(FILE) ? path.substring(FILE.length()) : path;
    if (plain.startsWith("///")) {
      plain = plain.substring(2);
    }
    if (plain.isEmpty() || plain.startsWith("//")) {
      throw new PipelineException(
          "The path of a table cannot be used",
          "path: " + location,
          plain.isEmpty() ? "no path" : "a host in a file: URI",
          "a local path, or a URI such as file:///data/table or s3a://bucket/table",
          "correct the path in the pipeline file");
    }
    return Path.of(plain).toAbsolutePath().normalize();
  }
}
