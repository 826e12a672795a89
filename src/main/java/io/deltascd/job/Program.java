package io.deltascd.job;

import io.deltascd.job.ResultStream.ClosedException;
import io.deltascd.model.Redaction;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.flink.util.ExceptionUtils;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line, apart from how a process ends. */
final class Program {
  private static final String NAME = "delta-scd";

  private final Session session;

  Program(
      OutputStream out,
      PrintStream messages,
      Platform platform,
      PipelineRunner runner,
      Tables tables) {
    session = new Session(new ResultStream(out), messages, platform, runner, tables);
  }

  /**
   * Executes a command and reports its error, if any.
   *
   * @return exit status: 0 done, 1 failed, 2 wrong use or configuration
   */
  int run(String... args) {
    try {
      execute(args);
      return 0;
    } catch (ClosedException e) {
      return 0;
    } catch (Throwable e) {
      if (session.platform().stopping()) {
        return 0;
      }
      Failure failure = Failure.of(e, where(args));
      session.messages().println(failure.message());
      if (isVerbose(args)) {
        session.messages().print(Redaction.of(ExceptionUtils.stringifyException(e)));
      }
      return failure.status();
    }
  }

  /** Executes a command. */
  void execute(String... args) throws Exception {
    String[] given = args;
    Optional<String> pipeline =
        args.length == 0 ? session.platform().defaultPipeline() : Optional.empty();
    if (pipeline.isPresent()) {
      given = new String[] {"run", pipeline.get()};
    }
    CommandLine line = commandLine();
    ParseResult parsed = parse(line, given);
    if (CommandLine.executeHelpRequest(parsed) != null) {
      return;
    }
    if (!parsed.hasSubcommand()) {
      throw new UsageException(
          "There is no command",
          "none",
          String.join(", ", line.getSubcommands().keySet()),
          NAME + " --help says what they do");
    }
    ((Command) parsed.subcommand().commandSpec().userObject()).execute(session);
  }

  private CommandLine commandLine() {
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(session.out(), StandardCharsets.UTF_8), true);
    return new CommandLine(new Root())
        .addSubcommand(new DemoCommand())
        .addSubcommand(new RunCommand())
        .addSubcommand(new ValidateCommand())
        .addSubcommand(new StatusCommand())
        .addSubcommand(new VerifyCommand())
        .addSubcommand(new RebuildCommand())
        .addSubcommand(new ShowCommand())
        .addSubcommand(new ChangesCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(false)
        .setOut(out);
  }

  private static ParseResult parse(CommandLine line, String[] args) {
    CommandWords words = new CommandWords(args);
    CommandLine command = args.length == 0 ? null : line.getSubcommands().get(args[0]);
    if (command != null && command.getCommandSpec().findOption(Overrides.OPTION) != null) {
      words.requireValues();
    }
    try {
      return line.parseArgs(args);
    } catch (UnmatchedArgumentException e) {
      CommandLine at = e.getCommandLine();
      String word = words.shown(e.getUnmatched().get(0));
      boolean noCommand = at == line && !word.startsWith("-");
      throw new UsageException(
          word.startsWith("-")
              ? "There is no such option"
              : noCommand
                  ? "There is no such command"
                  : "The command line has an unexpected argument",
          word,
          noCommand ? String.join(", ", line.getSubcommands().keySet()) : synopsis(at),
          at.getCommandSpec().qualifiedName() + " --help says more");
    } catch (ParameterException e) {
      throw new UsageException(
          "The command line cannot be read",
          e.getMessage(),
          synopsis(e.getCommandLine()),
          e.getCommandLine().getCommandSpec().qualifiedName() + " --help says more");
    }
  }

  private static String synopsis(CommandLine command) {
    return command.getHelp().synopsis(0).strip();
  }

  /** Whether stack traces and more of the log are wanted; known even if parsing failed. */
  static boolean isVerbose(String... args) {
    return List.of(args).contains("--verbose");
  }

  /** The command alone: other arguments may hold secrets. */
  private static String where(String... args) {
    return args.length == 0 || args[0].startsWith("-") ? NAME : NAME + " " + args[0];
  }

  /** {@code delta-scd} without a command. */
  @CommandLine.Command(
      name = NAME,
      description = "Keeps the history (SCD2) of a Delta table in another Delta table.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      synopsisSubcommandLabel = "COMMAND")
  static final class Root {}

  /** From the jar's manifest. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Program.class.getPackage().getImplementationVersion();
      return new String[] {NAME + " " + (version == null ? "(development)" : version)};
    }
  }
}
