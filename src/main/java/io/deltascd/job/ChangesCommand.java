package io.deltascd.job;

import io.deltascd.config.TimestampText;
import io.deltascd.table.FeedRange;
import java.io.IOException;
import java.time.Instant;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code delta-scd changes}. */
@CommandLine.Command(
    name = "changes",
    description = {
      "Prints the changes of a Delta table: its columns, then _change_type, _commit_version and"
          + " _commit_timestamp, in the order of versions. They come from its change data feed; if"
          + " that is off, from row ids or files.",
      "Both ends of a range are part of it. Timestamps are ISO 8601, such as 2026-01-01T00:00:00Z;"
          + " UTC if they name neither zone nor offset."
    })
final class ChangesCommand extends Command {

  @Mixin private TableArgument table;

  @Option(
      names = "--from-version",
      paramLabel = "N",
      description = "First version; default: the oldest from which all changes can be read.")
  private Long fromVersion;

  @Option(
      names = "--to-version",
      paramLabel = "N",
      description = "Last version; default: the newest.")
  private Long toVersion;

  @Option(
      names = "--from-timestamp",
      paramLabel = "T",
      converter = Timestamps.class,
      description = "Start with the first version at this time or later.")
  private Instant fromTimestamp;

  @Option(
      names = "--to-timestamp",
      paramLabel = "T",
      converter = Timestamps.class,
      description = "End with the last version at this time or earlier.")
  private Instant toTimestamp;

  @Mixin private FormatOption format;

  @Override
  void execute(Session session) throws IOException {
    check();
    FeedRange range = new FeedRange(fromVersion, fromTimestamp, toVersion, toTimestamp);
    try (Tables.Rows rows = session.tables().changes(table.location(), range)) {
      format.print(rows, session);
    }
  }

  private void check() {
    oneOf("start", "--from-version", fromVersion, "--from-timestamp", fromTimestamp);
    oneOf("end", "--to-version", toVersion, "--to-timestamp", toTimestamp);
    VersionNumber.check("--from-version", fromVersion);
    VersionNumber.check("--to-version", toVersion);
    inOrder(fromVersion, toVersion);
    inOrder(fromTimestamp, toTimestamp);
  }

  private static void oneOf(
      String end, String versionOption, Long version, String timeOption, Instant time) {
    if (version != null && time != null) {
      throw new UsageException(
          "The " + end + " of the range is given twice",
          versionOption + " " + version + " and " + timeOption + " " + time,
          versionOption + " or " + timeOption,
          "leave one of the two out");
    }
  }

  private static <T extends Comparable<T>> void inOrder(T from, T to) {
    if (from != null && to != null && from.compareTo(to) > 0) {
      throw new UsageException(
          "The range ends before it begins",
          "from " + from + " to " + to,
          "an end at or after the start",
          "exchange the two, or leave one out");
    }
  }

  /** As in a pipeline file. */
  static final class Timestamps implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
      try {
        return TimestampText.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + text + "' is " + e.getMessage());
      }
    }
  }
}
