package io.deltascd.table;

import java.io.Closeable;
import java.util.Iterator;
import org.apache.flink.table.data.RowData;

/**
 * The rows of a table, read as they are asked for; to be closed. Storage that fails on the way
 * shows as an {@link java.io.UncheckedIOException}.
 */
public interface TableRows extends Iterator<RowData>, Closeable {}
