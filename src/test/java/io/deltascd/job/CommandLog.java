package io.deltascd.job;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.util.ExceptionUtils;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/**
 * Everything that is printed and logged in the test's JVM, with the log set up as {@code
 * bin/delta-scd --verbose} has it. What is logged is also kept as it was before the log's own
 * configuration cuts credentials out of it.
 */
final class CommandLog implements AutoCloseable {
  private static final Path CONFIGURATION = Path.of("src/main/dist/conf/log4j2.properties");

  private final Path file;
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final StringWriter logged = new StringWriter();
  private final LoggerContext context = (LoggerContext) LogManager.getContext(false);

  /**
   * @param file the log file of the local program; a new one
   */
  CommandLog(Path file) {
    this.file = file;
    PrintStream both = new PrintStream(printed, true, StandardCharsets.UTF_8);
    System.setOut(both);
    System.setErr(both);
    System.setProperty("log.file", file.toString());
    System.setProperty("delta-scd.log.level", "INFO");
    System.setProperty("delta-scd.log.errors", "full");
    context.setConfigLocation(CONFIGURATION.toUri());
    Configuration configuration = context.getConfiguration();
    Unchanged unchanged = new Unchanged(logged);
    unchanged.start();
    for (LoggerConfig logger : configuration.getLoggers().values()) {
      if (logger.getParent() == null || !logger.isAdditive()) {
        logger.addAppender(unchanged, null, null);
      }
    }
    context.updateLoggers();
  }

  /** Where the program prints results and messages. */
  PrintStream stream() {
    return System.out;
  }

  /** What was printed: results, messages, and of the log what goes to standard error. */
  String printed() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  /** What was logged, with whole stack traces. */
  String logged() {
    return logged.toString();
  }

  /** What is in the log file. */
  String file() {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    System.setOut(out);
    System.setErr(err);
    System.clearProperty("log.file");
    System.clearProperty("delta-scd.log.level");
    System.clearProperty("delta-scd.log.errors");
    context.setConfigLocation(null);
  }

  /** Keeps what is logged. */
  private static final class Unchanged extends AbstractAppender {
    private final StringWriter logged;

    Unchanged(StringWriter logged) {
      super("unchanged", null, null, true, Property.EMPTY_ARRAY);
      this.logged = logged;
    }

    @Override
    public void append(LogEvent event) {
      logged.append(event.getMessage().getFormattedMessage()).append('\n');
      if (event.getThrown() != null) {
        logged.append(ExceptionUtils.stringifyException(event.getThrown()));
      }
    }
  }
}
