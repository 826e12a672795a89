package io.deltascd.job;

import io.deltascd.config.JobConfig;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.PipelineFile;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceOptions;
import io.deltascd.config.TableLocation;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code delta-scd demo}. */
@CommandLine.Command(
    name = "demo",
    description = {
      "Unpacks a sample table written by Delta Spark as silver, keeps its history in gold, and"
          + " prints gold.",
      "Needs no other program and no network."
    })
final class DemoCommand extends Command {
  private static final List<String> ORDER = List.of("producto_id", "valid_from");

  @Option(
      names = "--keep-running",
      description = "Go on following silver, and keep the web UI, until Ctrl-C.")
  private boolean keepRunning;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description =
          "Where silver, gold and the pipeline file go; without it a temporary directory.")
  private Path directory;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port of the web UI; without it 8081, or the next that is free up to 8099.")
  private Integer port;

  @Override
  void execute(Session session) throws Exception {
    Path root = root();
    Path silver = root.resolve("silver");
    Path gold = root.resolve("gold");
    Path file = root.resolve("pipeline.yaml");
    DemoSilver.unpack(silver);
    Files.writeString(file, DemoPipeline.text(silver, gold));
    session.messages().println("silver:   " + silver);
    session.messages().println("gold:     " + gold);
    session.messages().println("pipeline: " + file);

    List<String> overrides = new ArrayList<>();
    if (!keepRunning) {
      overrides.add(SourceOptions.BOUNDED_MODE.key() + "=" + Bounded.Mode.LATEST);
    }
    if (port != null) {
      overrides.add("flink.rest.port=" + port);
    }
    PipelineConfig pipeline = PipelineFile.read(file, overrides);
    TableLocation result = pipeline.target().gold();
    if (keepRunning) {
      GoldWatch watch =
          new GoldWatch(
              session.tables(),
              result,
              DemoSilver.newestVersion(silver),
              () -> {
                print(session, result);
                session.messages().println(goingOn(silver, gold));
              });
      try (watch) {
        watch.start();
        RunCommand.run(session, JobConfig.of(pipeline));
      }
    } else {
      Optional<JobSummary> summary = RunCommand.run(session, JobConfig.of(pipeline));
      print(session, result);
      RunCommand.print(session, summary);
    }
  }

  private Path root() throws IOException {
    if (directory == null) {
      return Files.createTempDirectory("delta-scd-demo-").toRealPath();
    }
    Path root = directory.toAbsolutePath().normalize();
    for (String name : List.of("silver", "gold", "pipeline.yaml")) {
      if (Files.exists(root.resolve(name))) {
        throw new UsageException(
            "The directory of the demo is in use",
            root.resolve(name).toString(),
            "a directory without silver, gold and pipeline.yaml",
            "name another directory, or run the pipeline there: delta-scd run "
                + root.resolve("pipeline.yaml"));
      }
    }
    return Files.createDirectories(root);
  }

  private static String goingOn(Path silver, Path gold) {
    return "Following silver. Change it with any Delta writer that keeps its change data feed on:\n  "
        + silver
        + "\nLook at gold from another terminal:\n  delta-scd show "
        + gold
        + "\nStop with Ctrl-C.";
  }

  private static void print(Session session, TableLocation gold) throws IOException {
    try (Tables.Rows rows = session.tables().open(gold, OptionalLong.empty())) {
      Writer out = new OutputStreamWriter(session.out(), StandardCharsets.UTF_8);
      RowFormat printer = RowFormat.Kind.TABLE.open(rows.schema(), out);
      for (var row : SortedRows.of(rows, ORDER)) {
        printer.row(row);
      }
      printer.end();
      out.flush();
    }
  }
}
