package io.deltascd.job;

import io.deltascd.config.ConfigurationException;
import io.deltascd.model.PipelineException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.flink.util.SerializedThrowable;

/**
 * What a user is told about an error: the message that was written for users, however deep Flink
 * has wrapped it, else the root cause in the same form.
 *
 * @param message in the form what, where, found, expected, remedy
 * @param status of the process: 1 failed, 2 wrong use or configuration
 */
record Failure(String message, int status) {

  static final int FAILED = 1;
  static final int WRONG_USE = 2;

  /**
   * @param where the command that failed
   */
  static Failure of(Throwable error, String where) {
    List<Throwable> chain = chain(error);
    for (Throwable cause : chain) {
      if (cause instanceof ConfigurationException || cause instanceof UsageException) {
        return new Failure(cause.getMessage(), WRONG_USE);
      }
      if (cause instanceof InvalidPipelineException invalid) {
        return new Failure(invalid.getMessage(), invalid.status());
      }
      if (cause instanceof PipelineException) {
        return new Failure(cause.getMessage(), FAILED);
      }
    }
    Throwable root = chain.get(chain.size() - 1);
    PipelineException told =
        new PipelineException(
            "The command failed",
            where,
            description(root),
            "no error",
            "use --verbose to see the whole error and Flink's log");
    return new Failure(told.getMessage(), FAILED);
  }

  /** The root cause of an error in one line. */
  static String cause(Throwable error) {
    List<Throwable> chain = chain(error);
    return description(chain.get(chain.size() - 1)).lines().findFirst().orElse("");
  }

  private static String description(Throwable root) {
    String name =
        root instanceof SerializedThrowable serialized
            ? serialized.getOriginalErrorClassName()
            : root.getClass().getName();
    String message = root.getMessage();
    if (message == null || message.isBlank()) {
      return name;
    }
    return message.startsWith(name) ? message : name + ": " + message;
  }

  /** The error and its causes, outermost first, with what Flink had serialized unpacked. */
  private static List<Throwable> chain(Throwable error) {
    List<Throwable> chain = new ArrayList<>();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Throwable next = error;
    while (next != null) {
      Throwable unpacked = SerializedThrowable.get(next, Failure.class.getClassLoader());
      if (!seen.add(unpacked)) {
        break;
      }
      chain.add(unpacked);
      next = unpacked.getCause();
    }
    return chain;
  }
}
