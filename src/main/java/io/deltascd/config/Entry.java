package io.deltascd.config;

import java.util.List;

/**
 * What the pipeline file or the command line says about one key.
 *
 * @param key dotted, from the top of the file
 * @param shape what stands there
 * @param values the text, or the texts of a list
 * @param keyPlace where the key stands
 * @param valuePlace where the value stands
 */
record Entry(String key, Shape shape, List<String> values, String keyPlace, String valuePlace) {

  /** What can stand behind a key. Its text is for error messages. */
  enum Shape {
    TEXT("one value"),
    LIST("a list"),
    NOTHING("nothing"),
    /** A list of something else than values, or sections within themselves. */
    OTHER("neither one value nor a list of values");

    private final String text;

    Shape(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** Whether it was given on the command line. */
  boolean isOverride() {
    return keyPlace.startsWith(CommandLineOption.PLACE);
  }

  String text() {
    return values.get(0);
  }

  /** Hides the values: they may be secrets. */
  @Override
  public String toString() {
    return key + " (" + shape + ") at " + keyPlace;
  }
}
