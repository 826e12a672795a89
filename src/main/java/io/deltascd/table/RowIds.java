package io.deltascd.table;

/**
 * What a table with row tracking knows of the rows of a file that do not say it themselves.
 *
 * @param base {@code baseRowId}: the id of a row is this plus its number in the file
 * @param commitVersion {@code defaultRowCommitVersion}: the version that wrote the rows
 */
record RowIds(long base, long commitVersion) {}
