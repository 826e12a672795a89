package io.deltascd.table;

import io.deltascd.model.SilverSchema;

/** Decides what becomes of a run when silver's columns change. */
@FunctionalInterface
interface SchemaRule {

  /**
   * Which schema is in force from a version on.
   *
   * @param inForce before that version
   * @param now what the version says
   * @param where table and version, for error texts
   * @return {@code inForce} if nothing differs that a reader depends on
   * @throws io.deltascd.model.PipelineException if the run cannot follow
   */
  SilverSchema next(SilverSchema inForce, SilverSchema now, String where);
}
