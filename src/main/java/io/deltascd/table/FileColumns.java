package io.deltascd.table;

import java.util.Set;
import org.apache.flink.table.types.logical.RowType;

/**
 * What a data file holds.
 *
 * @param rows its columns, in order
 * @param withStatistics those that statistics are kept of
 */
record FileColumns(RowType rows, Set<String> withStatistics) {}
