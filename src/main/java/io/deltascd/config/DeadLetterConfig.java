package io.deltascd.config;

import java.io.Serializable;

/**
 * Where rejected rows are kept.
 *
 * @param table the dead-letter table
 * @param duplicates whether rows that did not count among several of their key are kept; those with
 *     null in a key column are if {@link TargetConfig#keepsNullKeys()} says so
 */
public record DeadLetterConfig(TableLocation table, boolean duplicates) implements Serializable {}
