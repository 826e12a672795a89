/**
 * What tests of several packages share, with no code of the product in it: tables that are written
 * and read by other means, a model of what history should be, and Delta Spark as another judge.
 *
 * <ul>
 *   <li>{@link io.deltascd.testing.SilverWriter} writes a silver table statement by statement in
 *       the physical forms that engines use, and knows its rows and its feed; {@link
 *       io.deltascd.testing.RandomSilver} drives it at random from a seed.
 *   <li>{@link io.deltascd.testing.HistoryModel} says what gold must hold, from silver's contents
 *       or from its feed.
 *   <li>{@link io.deltascd.testing.DeltaRows} reads any table, {@link io.deltascd.testing.DeltaLog}
 *       its log, {@link io.deltascd.testing.GoldChecker} compares and checks.
 *   <li>Tables that Delta Spark wrote, with the feed and the history it computes of them, and Delta
 *       Spark itself in a JVM of its own.
 * </ul>
 */
package io.deltascd.testing;
