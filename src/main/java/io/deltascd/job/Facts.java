package io.deltascd.job;

import java.util.LinkedHashMap;
import java.util.Map;

/** Names and values for people to read, one a line, the values below each other. */
final class Facts {
  private final Map<String, String> facts = new LinkedHashMap<>();

  void put(String name, String value) {
    facts.put(name, value);
  }

  /** Ends with a line break. */
  String text() {
    int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0) + 3;
    StringBuilder text = new StringBuilder();
    facts.forEach(
        (name, value) ->
            text.append(name)
                .append(':')
                .append(" ".repeat(width - 1 - name.length()))
                .append(value)
                .append('\n'));
    return text.toString();
  }
}
