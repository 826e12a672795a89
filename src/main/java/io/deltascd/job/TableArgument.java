package io.deltascd.job;

import io.deltascd.config.TableLocation;
import java.util.Map;
import picocli.CommandLine.Parameters;

/** The table of a command that takes no pipeline file. */
final class TableArgument {

  @Parameters(paramLabel = "TABLE", description = "Root of the table.")
  private String path;

  TableLocation location() {
    return TableLocation.of(path, Map.of());
  }
}
