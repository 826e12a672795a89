package io.deltascd.config;

import io.deltascd.model.PipelineException;

/**
 * One thing that is wrong with a pipeline file. Holds no value of a file system option.
 *
 * @param what what is wrong, one sentence without a full stop
 * @param where file with line and column, counted from 1, or the command line option
 * @param found what stands there
 * @param expected what would have been right
 * @param remedy what the user can do
 */
public record Finding(String what, String where, String found, String expected, String remedy) {

  /** In the form of all error messages of this program. */
  public String text() {
    return PipelineException.message(what, where, found, expected, remedy);
  }
}
