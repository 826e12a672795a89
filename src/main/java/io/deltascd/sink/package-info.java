/**
 * From changes to commits. In the order of the flow: {@link io.deltascd.sink.GoldOperator} applies
 * the rules to each key and writes files of gold; the {@link io.deltascd.sink.Aggregator} holds
 * what was written until silver versions are complete and makes one committable of it; the {@link
 * io.deltascd.sink.DeltaCommitter} commits it, once, and then compacts gold.
 *
 * <p>A commit's cost follows the changes, never the size of gold: the position of each current row
 * is known from keyed state, so that nothing is scanned, joined or merged.
 */
package io.deltascd.sink;
