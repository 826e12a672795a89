package io.deltascd.table;

/**
 * 128 bits that stand for a row; spread evenly over the first 64 of them.
 *
 * @param first 64 bits
 * @param second 64 bits
 */
record RowHash128(long first, long second) {}
