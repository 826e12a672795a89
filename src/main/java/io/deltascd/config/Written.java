package io.deltascd.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/**
 * What a pipeline file and the command line say, for the checks of what must hold between options.
 *
 * @param entries as written
 * @param values those of them that could be read; one that holds a credential is taken out
 * @param findings what is wrong; is added to
 */
record Written(Map<String, Entry> entries, Configuration values, List<Finding> findings) {

  /** Whether the option is written, readable or not. */
  boolean names(ConfigOption<?> option) {
    return entries.containsKey(option.key());
  }

  /** What is written of an option that is. */
  Entry entry(ConfigOption<?> option) {
    return entries.get(option.key());
  }

  /**
   * Whether the option's value is known, be it the default. One that is written and could not be
   * read says nothing about other options.
   */
  boolean isKnown(ConfigOption<?> option) {
    return !names(option) || values.contains(option);
  }

  /** The table that two options name, however they spell it; empty if each has its own. */
  Optional<TableLocation> sameTable(ConfigOption<String> one, ConfigOption<String> other) {
    return location(one).filter(table -> location(other).filter(table::equals).isPresent());
  }

  private Optional<TableLocation> location(ConfigOption<String> path) {
    return values.getOptional(path).map(text -> TableLocation.of(text, Map.of()));
  }

  /** Adds what is wrong. */
  void add(Finding finding) {
    findings.add(finding);
  }

  /** Adds an error. */
  void add(String what, String where, String found, String expected, String remedy) {
    add(new Finding(what, where, found, expected, remedy));
  }
}
