package io.deltascd.config;

import org.apache.flink.configuration.ConfigOption;

/** The tables of a pipeline. */
public enum TableRole {
  /** The table that is followed. */
  SILVER("silver", SourceOptions.PATH),
  /** The table that is maintained. */
  GOLD("gold", TargetOptions.PATH),
  /** The table that rejected rows are appended to. */
  DEAD_LETTERS("the dead letters", TargetOptions.DEAD_LETTER_PATH);

  private final String text;
  private final String option;

  TableRole(String text, ConfigOption<String> option) {
    this.text = text;
    this.option = option.key();
  }

  /** The key of the option that names the table. */
  public String option() {
    return option;
  }

  /** As error messages call the table. */
  @Override
  public String toString() {
    return text;
  }
}
