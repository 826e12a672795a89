package io.deltascd.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.Serializable;

/**
 * A leap of gold over versions of silver whose changes are not known: gold was compared with a
 * snapshot of silver, and what differed was opened, closed and updated at the snapshot's commit
 * time. Whatever else happened in between is in no history.
 *
 * @param from the version of silver that gold stood at; -1 if it had none yet
 * @param to the version of the snapshot; may be smaller, if silver was dropped and made anew
 */
public record Resync(@JsonProperty("from") long from, @JsonProperty("to") long to)
    implements Serializable {

  /**
   * Whether versions begin anew with it: later ones are others than those that had their numbers.
   */
  public boolean goesBack() {
    return to < from;
  }
}
