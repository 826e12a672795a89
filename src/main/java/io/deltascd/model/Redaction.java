package io.deltascd.model;

import java.util.regex.Pattern;

/**
 * Takes credentials out of texts that others have made: messages of Hadoop, Kernel and Flink are
 * passed on to users, and may quote an address as it was configured.
 *
 * <p>A second line of defence. Paths with credentials are refused before anything runs, and values
 * of file system options are never part of a text of this program. The log of a local run has the
 * same patterns in its configuration.
 */
public final class Redaction {
  private static final String GAP = "…";

  /**
   * User and password before the host of a URI, also of one that was taken for a local path and has
   * lost a slash by that; a port and an at sign behind it are none.
   */
  static final Pattern USER_INFO =
      Pattern.compile("(?<=://|\\w\\w:/)[^\\s/@:]*:(?!\\d+/)[^\\s@]*@");

  /** A parameter of a signed URL, or an option with such a name: {@code sig=…}, {@code token=…}. */
  static final Pattern PARAMETER =
      Pattern.compile(
          "(?i)(\\b(?:sig|[\\w.-]*(?:secret|passwo?r?d|token|signature|credential|account\\.key"
              + "|api-?key)[\\w.-]*)=)[^\\s&,;\"']+");

  private Redaction() {}

  /** The text without what looks like a credential. */
  public static String of(String text) {
    String withoutUsers = USER_INFO.matcher(text).replaceAll(GAP + "@");
    return PARAMETER.matcher(withoutUsers).replaceAll("$1" + GAP);
  }
}
