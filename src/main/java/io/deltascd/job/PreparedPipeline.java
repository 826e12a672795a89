package io.deltascd.job;

import io.deltascd.config.PipelineConfig;
import io.deltascd.model.StartPoint;
import io.deltascd.table.GoldSchema;
import io.deltascd.table.GoldTable;

/**
 * A pipeline that can be submitted: its tables are there.
 *
 * @param pipeline bounded by a version if it is bounded at all, with the settings of history that
 *     gold was created with: an adopted gold may have partitions that no pipeline file asks for
 * @param gold as it is before the job
 * @param start where a job without state begins
 */
record PreparedPipeline(PipelineConfig pipeline, GoldTable gold, StartPoint start) {

  /** Gold's columns. */
  GoldSchema schema() {
    return gold.schema();
  }
}
