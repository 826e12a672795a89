package io.deltascd.job;

import java.io.OutputStream;
import java.io.PrintStream;

/**
 * What the commands work with.
 *
 * @param out results
 * @param messages everything else
 * @param platform where jobs run
 * @param runner of pipelines
 * @param tables that can be read
 */
record Session(
    OutputStream out,
    PrintStream messages,
    Platform platform,
    PipelineRunner runner,
    Tables tables) {}
