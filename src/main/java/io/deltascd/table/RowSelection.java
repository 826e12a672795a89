package io.deltascd.table;

/**
 * Those rows of a file that have a certain value in a column, where it is a column of the file. Of
 * a partition column all rows of a file have the same value, and the file was chosen by it.
 *
 * @param column a boolean column, not among those that are asked for
 * @param value of the rows that are wanted
 */
record RowSelection(String column, boolean value) {}
