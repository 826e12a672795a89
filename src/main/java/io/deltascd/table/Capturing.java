package io.deltascd.table;

import io.deltascd.config.ChangeCapture;
import io.deltascd.model.PipelineException;
import java.util.Map;

/** What a table's properties mean to the ways in which its changes can be captured. */
final class Capturing {
  static final String FEED = "delta.enableChangeDataFeed";
  static final String ROW_TRACKING = "delta.enableRowTracking";
  static final String ROW_ID_COLUMN = "delta.rowTracking.materializedRowIdColumnName";
  static final String ROW_VERSION_COLUMN =
      "delta.rowTracking.materializedRowCommitVersionColumnName";

  private Capturing() {}

  /** Whether a version with these properties can be read in that way. */
  static boolean offers(Map<String, String> configuration, ChangeCapture capture) {
    return switch (capture) {
      case CDF -> isOn(configuration, FEED);
      case ROW_TRACKING -> isOn(configuration, ROW_TRACKING);
      case AUTO, FILES -> true;
    };
  }

  /**
   * How a version with these properties is read; what is wanted, and for {@link ChangeCapture#AUTO}
   * the best there is.
   */
  static ChangeCapture of(Map<String, String> configuration, ChangeCapture wanted) {
    if (wanted != ChangeCapture.AUTO) {
      return wanted;
    } else if (isOn(configuration, FEED)) {
      return ChangeCapture.CDF;
    }
    return isOn(configuration, ROW_TRACKING) ? ChangeCapture.ROW_TRACKING : ChangeCapture.FILES;
  }

  /** Refuses a table that does not offer what is wanted as of a version. */
  static void require(
      String root, long version, Map<String, String> configuration, ChangeCapture capture) {
    if (!offers(configuration, capture)) {
      throw new PipelineException(
          name(capture) + " of silver is off",
          root + ", version " + version,
          property(capture) + "=" + configuration.get(property(capture)),
          property(capture) + "=true",
          statement(root, property(capture))
              + "; only changes made afterwards can be followed. Or do without it"
              + " (scan.change-capture: auto)");
    }
  }

  /**
   * Refuses a commit that ends what is wanted.
   *
   * @param where table and version
   */
  static void requireKept(String where, Map<String, String> configuration, ChangeCapture capture) {
    if (!offers(configuration, capture)) {
      throw new PipelineException(
          name(capture) + " of silver was switched off",
          where,
          property(capture) + "=" + configuration.get(property(capture)),
          property(capture) + "=true",
          "go on without it (scan.change-capture: auto), or switch it on again and build gold anew"
              + " from that version");
    }
  }

  /** The statement that switches a property on. */
  static String statement(String root, String property) {
    return "ALTER TABLE delta.`" + root + "` SET TBLPROPERTIES (" + property + " = true)";
  }

  private static String name(ChangeCapture capture) {
    return capture == ChangeCapture.CDF ? "The change data feed" : "Row tracking";
  }

  private static String property(ChangeCapture capture) {
    return capture == ChangeCapture.CDF ? FEED : ROW_TRACKING;
  }

  private static boolean isOn(Map<String, String> configuration, String property) {
    return Boolean.parseBoolean(configuration.get(property));
  }
}
