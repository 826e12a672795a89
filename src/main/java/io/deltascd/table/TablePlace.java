package io.deltascd.table;

import io.deltascd.config.TableLocation;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * Where a table lies, in one spelling for all ways to write it: symbolic links resolved, schemes
 * that mean the same store made the same, no slash at the end.
 */
public final class TablePlace {
  private static final Map<String, String> SAME_STORE =
      Map.of("s3", "s3a", "s3n", "s3a", "abfss", "abfs", "wasbs", "wasb");

  private final String place;

  private TablePlace(String place) {
    this.place = place;
  }

  /**
   * The place of a table, whether it exists or not.
   *
   * @throws IOException if a local directory cannot be looked at
   */
  public static TablePlace of(TableLocation table) throws IOException {
    URI uri = new org.apache.hadoop.fs.Path(KernelEngines.rootUri(table)).toUri();
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    if (scheme.equals("file")) {
      return new TablePlace("file:" + real(Path.of(uri.getPath())));
    }
    String authority = uri.getAuthority() == null ? "" : uri.getAuthority();
    return new TablePlace(
        SAME_STORE.getOrDefault(scheme, scheme)
            + "://"
            + authority.toLowerCase(Locale.ROOT)
            + uri.normalize().getPath().replaceFirst("/+$", ""));
  }

  /** What exists of the path with links resolved, and the rest as it is. */
  private static Path real(Path path) throws IOException {
    Path existing = existing(path);
    return existing.toRealPath().resolve(existing.relativize(path)).normalize();
  }

  /** The path, or the nearest directory above it that exists. */
  static Path existing(Path path) {
    Path existing = path.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return existing;
  }

  /** Whether the other lies somewhere below this one. */
  public boolean contains(TablePlace other) {
    return other.place.startsWith(place.endsWith("/") ? place : place + "/");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TablePlace that && place.equals(that.place);
  }

  @Override
  public int hashCode() {
    return place.hashCode();
  }
}
