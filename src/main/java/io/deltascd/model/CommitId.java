package io.deltascd.model;

import java.io.Serializable;
import java.util.UUID;

/**
 * Names one commit of a pipeline to gold.
 *
 * @param sequence 0 for the creation of gold, one more with each commit; also the transaction
 *     version in gold's log
 * @param id random, so that two commits with the same sequence can be told apart
 */
public record CommitId(long sequence, UUID id) implements Serializable {

  /** The name of the commit that follows this one. */
  public CommitId next() {
    return new CommitId(sequence + 1, UUID.randomUUID());
  }
}
