package io.deltascd.config;

import java.io.Serializable;
import java.util.Map;

/**
 * Where a Delta table lies and how its file system is reached.
 *
 * @param path root of the table, with or without scheme
 * @param hadoop file system options, passed through to Hadoop; may hold secrets and is therefore
 *     not part of {@link #toString()}
 */
public record TableLocation(String path, Map<String, String> hadoop) implements Serializable {

  public TableLocation {
    hadoop = Map.copyOf(hadoop);
  }

  /** The path alone. */
  @Override
  public String toString() {
    return path;
  }
}
