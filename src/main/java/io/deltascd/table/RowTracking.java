package io.deltascd.table;

import java.util.Map;

/**
 * How the rows of a commit's files are identified, by the protocol's section on row tracking.
 *
 * @param idColumn physical name of the column with the ids of rows that came from other files
 * @param commitVersionColumn physical name of the column with the versions that wrote such rows
 * @param files what holds for the other rows, by the path of their file as the log spells it
 */
record RowTracking(String idColumn, String commitVersionColumn, Map<String, RowIds> files) {}
