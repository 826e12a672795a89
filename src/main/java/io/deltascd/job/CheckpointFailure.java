package io.deltascd.job;

import io.deltascd.model.PipelineException;
import java.util.Optional;
import org.apache.flink.client.deployment.executors.LocalExecutor;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.runtime.checkpoint.CheckpointFailureManager;
import org.apache.flink.util.ExceptionUtils;

/**
 * Why Flink's checkpoints fail. Flink says of a job that fails by them only how often they did; the
 * reason stays in its log. Usually the directory cannot be written, and then trying to tells why.
 */
final class CheckpointFailure {
  private static final String SENTENCE = "The latest checkpoint failed due to ";

  private CheckpointFailure() {}

  /**
   * What a user is told about a job that failed since its checkpoints did.
   *
   * @param error of the job
   * @param flink configuration of the job
   * @return empty if the job failed otherwise
   */
  static Optional<PipelineException> of(Throwable error, Configuration flink) {
    return ExceptionUtils.findThrowableWithMessage(
            error, CheckpointFailureManager.EXCEEDED_CHECKPOINT_TOLERABLE_FAILURE_MESSAGE)
        .map(thrown -> explained(reason(String.valueOf(thrown.getMessage())), error, flink));
  }

  private static PipelineException explained(String reason, Throwable error, Configuration flink) {
    Optional<String> directory = flink.getOptional(CheckpointingOptions.CHECKPOINTS_DIRECTORY);
    if (directory.isEmpty()) {
      return new PipelineException(
          "A checkpoint cannot be kept in memory",
          "Flink's checkpoints; there is no " + CheckpointingOptions.CHECKPOINTS_DIRECTORY.key(),
          reason,
          "at most 5 MB of state in each subtask, since checkpoints have no directory",
          "set " + CheckpointingOptions.CHECKPOINTS_DIRECTORY.key() + " below flink:",
          error);
    }
    boolean here = LocalExecutor.NAME.equals(flink.get(DeploymentOptions.TARGET));
    Optional<String> unwritable =
        here ? CheckpointDirectory.problem(directory.get()) : Optional.empty();
    return new PipelineException(
        "A checkpoint cannot be written",
        directory.get() + ", " + CheckpointingOptions.CHECKPOINTS_DIRECTORY.key(),
        unwritable.orElse(here ? reason + CheckpointDirectory.space(directory.get()) : reason),
        "a directory that can be written, with room for Flink's state",
        unwritable.isPresent()
            ? "make room, grant permission or name another directory, and start again: gold stays at"
                + " its last commit and the run goes on from there"
            : "look into Flink's log; then start again: gold stays at its last commit and the run"
                + " goes on from there",
        error);
  }

  /**
   * The part of Flink's message that says something: {@code Asynchronous task checkpoint failed}.
   */
  private static String reason(String message) {
    int from = message.indexOf(SENTENCE);
    if (from < 0) {
      return message;
    }
    String rest = message.substring(from + SENTENCE.length());
    int end = rest.indexOf(", view ");
    return (end < 0 ? rest : rest.substring(0, end)).replaceFirst("\\.$", "");
  }
}
