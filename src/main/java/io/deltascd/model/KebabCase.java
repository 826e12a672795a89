package io.deltascd.model;

import java.util.Locale;

/** How the constants of an enum are written in a pipeline file, and in what gold remembers. */
public final class KebabCase {

  private KebabCase() {}

  /** In small letters with hyphens, such as {@code latest-full} of {@code LATEST_FULL}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
