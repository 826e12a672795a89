package io.deltascd.job;

import java.util.List;
import java.util.Optional;

/**
 * The words of a command line, for error texts. The value of a {@code -D} option may be a secret,
 * and so may a word behind it that was meant to be a part of the value.
 */
final class CommandWords {
  private final List<String> words;

  CommandWords(String... words) {
    this.words = List.of(words);
  }

  /**
   * Refuses {@code -D key value} behind a command that has this option: the value would be taken
   * for another word, such as the name of the pipeline file.
   *
   * @throws UsageException naming the key alone
   */
  void requireValues() {
    for (int i = 1; i < words.size(); i++) {
      boolean apart = words.get(i).equals(Overrides.OPTION);
      if (!words.get(i).startsWith(Overrides.OPTION) || (apart && ++i == words.size())) {
        continue;
      }
      String option = apart ? words.get(i) : words.get(i).substring(Overrides.OPTION.length());
      Optional<String> key = keyWithoutValue(option);
      if (key.isPresent() && i + 1 < words.size()) {
        throw new UsageException(
            "An option after -D has no value",
            "-D " + key.get() + " with a blank behind it",
            "-D key=value",
            "write the key, an equals sign and the value, without blanks between them; put a value"
                + " with blanks into quotes");
      }
    }
  }

  private static Optional<String> keyWithoutValue(String option) {
    String text = option.startsWith("=") ? option.substring(1) : option;
    int equals = text.indexOf('=');
    if (equals < 0) {
      return Optional.of(text);
    }
    return equals == text.length() - 1 ? Optional.of(text.substring(0, equals)) : Optional.empty();
  }

  /** A word that has no place on the command line, without what may be a secret. */
  String shown(String word) {
    int equals = word.indexOf('=');
    if (equals >= 0) {
      return word.substring(0, equals) + "=…";
    }
    boolean override = words.stream().anyMatch(other -> other.startsWith(Overrides.OPTION));
    return override && !word.startsWith("--")
        ? "a word that is not shown: it may be a part of a secret after -D"
        : word;
  }
}
