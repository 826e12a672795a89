/**
 * What history is, apart from where it runs: the {@link io.deltascd.history.Aligner} gathers the
 * rows of a version until it is complete, the {@link io.deltascd.history.Scd2Rules} say what a
 * key's change does to gold.
 *
 * <p>Free of Flink's streaming, runtime and state classes: state and files are reached through the
 * interfaces declared here.
 */
package io.deltascd.history;
