package io.deltascd.config;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where a Delta table lies and how its file system is reached. There is none whose path holds
 * credentials, so that a path can be printed anywhere.
 *
 * @param path root of the table, with or without scheme
 * @param hadoop file system options, passed through to Hadoop; may hold secrets and is therefore
 *     not part of {@link #toString()}
 */
public record TableLocation(String path, Map<String, String> hadoop) implements Serializable {
  private static final Pattern SCHEME = Pattern.compile("^([a-zA-Z][a-zA-Z0-9+.-]*):");

  /**
   * @throws ConfigurationException if credentials stand in the path
   */
  public TableLocation {
    Credentials.in(path)
        .ifPresent(
            found -> {
              throw new ConfigurationException(
                  List.of(Credentials.finding("path", "path of a table", found)));
            });
    hadoop = Map.copyOf(hadoop);
  }

  /** With a path as a user writes it: relative ones are resolved against the working directory. */
  public static TableLocation of(String path, Map<String, String> hadoop) {
    return new TableLocation(
        scheme(path).isPresent() ? path : Path.of(path).toAbsolutePath().normalize().toString(),
        hadoop);
  }

  /** The scheme of a path as it is written, as RFC 3986 defines it; empty if it has none. */
  public static Optional<String> scheme(String path) {
    Matcher matcher = SCHEME.matcher(path);
    return matcher.lookingAt() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /**
   * The end of the path, for places where there is little room: {@code silver/products}. Not
   * unique.
   */
  public String shortName() {
    String[] parts = SCHEME.matcher(path).replaceFirst("").split("/+");
    List<String> names = Stream.of(parts).filter(part -> !part.isEmpty()).toList();
    return names.isEmpty()
        ? path
        : String.join("/", names.subList(Math.max(0, names.size() - 2), names.size()));
  }

  /** The path alone. */
  @Override
  public String toString() {
    return path;
  }
}
