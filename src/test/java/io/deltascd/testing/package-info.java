/**
 * What tests of several packages share: tables that Delta Spark wrote, with the feed and the
 * history it computes of them, and Delta Spark itself in a JVM of its own.
 */
package io.deltascd.testing;
