package io.deltascd.history;

import io.deltascd.model.FileId;

/**
 * Where a row of gold lies.
 *
 * @param file the file
 * @param row row number in the file, from 0
 */
public record RowPosition(FileId file, long row) {}
