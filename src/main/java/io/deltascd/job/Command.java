package io.deltascd.job;

import picocli.CommandLine.Option;

/** A command with the options that every command has. */
abstract class Command {

  @Option(
      names = "--verbose",
      description = "Stack traces of errors, and more of the log, on standard error.")
  boolean verbose;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  abstract void execute(Session session) throws Exception;
}
