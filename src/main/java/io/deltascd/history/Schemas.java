package io.deltascd.history;

import org.apache.flink.table.types.logical.RowType;

/** Finds the columns of a row on the wire. */
@FunctionalInterface
public interface Schemas {

  /**
   * Silver's columns under that schema.
   *
   * @param schemaId see {@link io.deltascd.model.SilverSchema#id()}
   */
  RowType columns(long schemaId) throws Exception;
}
