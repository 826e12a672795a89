/**
 * The command line and the job: reads a pipeline file, chooses where to run, and shows the result.
 *
 * <pre>
 * bin/delta-scd ─▶ LocalMain ─▶ Program ─▶ demo, run, rebuild, verify ──▶ PipelineRunner ─▶ the job
 * flink run ─────▶ Main ──────┘     │                                           ▲
 *                                   ├────── Platform: one machine or a cluster ─┘
 *                                   └─▶ validate, status, show, changes: tables alone, nothing is written
 * </pre>
 *
 * <p>The job writes gold. For {@code rebuild} and {@code verify} it writes another one: the former
 * puts that in the place of gold's rows by a commit, the latter compares the two.
 *
 * <p>A job is one pipeline, or all pipelines of a folder side by side.
 *
 * <p>Results go to standard output, everything else to standard error.
 */
package io.deltascd.job;
