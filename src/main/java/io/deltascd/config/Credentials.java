package io.deltascd.config;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.GlobalConfiguration;

/**
 * Finds credentials where they would be printed: paths stand in logs, in error texts, in names of
 * operators and in the web UI. Nothing can use them there either. Hadoop takes a query for a part
 * of the name, and its S3 client refuses user and password. So they are refused.
 */
final class Credentials {
  private static final Pattern AUTHORITY = Pattern.compile("://([^/]*)");

  private static final Pattern PORT = Pattern.compile("[^:]*|[^:]*:\\d*|\\[.*]:?\\d*");

  /** In others the part before the at sign may be a container, as in {@code abfss://c@account}. */
  private static final Set<String> WITHOUT_USERS =
      Set.of("http", "https", "s3", "s3a", "s3n", "gs");

  private Credentials() {}

  /** What kind of credential a path may hold; empty if none. */
  static Optional<String> in(String path) {
    String uri = path.strip();
    String scheme = TableLocation.scheme(uri).orElse("").toLowerCase(Locale.ROOT);
    Matcher matcher = AUTHORITY.matcher(uri).region(scheme.length(), uri.length());
    if (scheme.isEmpty() || !matcher.lookingAt()) {
      return Optional.empty(); // local: may have any character in its name
    }
    String authority = matcher.group(1);
    int at = authority.lastIndexOf('@');
    String user = authority.substring(0, Math.max(at, 0));
    if (user.contains(":")
        || user.toUpperCase(Locale.ROOT).contains("%3A")
        || (at >= 0 && WITHOUT_USERS.contains(scheme))
        // A password with a slash in it.
        || !PORT.matcher(authority.substring(at + 1)).matches()) {
      return Optional.of("a user name or password before the host");
    }
    if (!scheme.equals("file") && path.indexOf('?') >= 0) {
      return Optional.of("a question mark, as before a token");
    }
    return Optional.empty();
  }

  /**
   * As {@link #in(String)}, for the value of an option of Flink. Flink shows all values but those
   * whose names it knows to be secrets.
   */
  static Optional<String> inOption(String key, String value) {
    if (GlobalConfiguration.isSensitive(key)) {
      return Optional.empty();
    }
    return value.matches("(?s)(|.*[?&])sig=.*")
        ? Optional.of("a signed token")
        : in(value).filter(found -> !found.startsWith("a question mark"));
  }

  /**
   * @param key of the option
   * @param found as {@link #in(String)} says it
   */
  static Finding finding(String key, String where, String found) {
    return new Finding(
        "A credential stands where it would be printed: " + key,
        where,
        found,
        "an address without credentials",
        "take it out, and give credentials as file system options below hadoop:, which are never"
            + " printed, such as fs.azure.sas.fixed.token or fs.s3a.secret.key");
  }
}
