package io.deltascd.config;

import java.util.Collection;
import java.util.Optional;

/** Which name a misspelled one was meant to be. */
public final class NearestName {

  private NearestName() {}

  /**
   * The candidate that is nearest, if one is near; of several the first.
   *
   * @param name as it was written
   * @param candidates the names there are
   */
  public static Optional<String> of(String name, Collection<String> candidates) {
    String best = null;
    int bestDistance = Math.max(2, name.length() / 3) + 1;
    for (String candidate : candidates) {
      if (candidate.equalsIgnoreCase(name)) {
        return Optional.of(candidate);
      }
      int distance = distance(name, candidate);
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return Optional.ofNullable(best);
  }

  /** Levenshtein's: how many characters must be put in, taken out or replaced. */
  static int distance(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[b.length()];
  }
}
