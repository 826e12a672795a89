package io.deltascd.job;

import io.deltascd.config.Finding.Kind;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions.OnNullKey;
import java.util.List;

/**
 * The key of a pipeline, and how bad it is if silver does not keep to it.
 *
 * @param columns the key columns; none if the pipeline file has no usable ones
 * @param nulls what a null in the key means: an error, unless such rows are left out
 * @param duplicates what a key in more than one row means: an error, unless the last row counts
 */
record KeyRules(List<String> columns, Kind nulls, Kind duplicates) {

  /** Of a pipeline whose target cannot be read. */
  static final KeyRules NONE = new KeyRules(List.of(), Kind.ERROR, Kind.ERROR);

  static KeyRules of(TargetConfig target) {
    return new KeyRules(
        target.keys().stream().filter(key -> !key.isBlank()).distinct().toList(),
        target.onNullKey() == OnNullKey.FAIL ? Kind.ERROR : Kind.WARNING,
        target.history().keepsLast() ? Kind.WARNING : Kind.ERROR);
  }
}
