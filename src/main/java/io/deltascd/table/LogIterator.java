package io.deltascd.table;

import java.io.Closeable;
import java.util.Iterator;

/**
 * Goes through what a log says, reading it on the way. Iterating throws {@link
 * java.io.UncheckedIOException} if the storage cannot be reached.
 *
 * @param <T> what is read
 */
public interface LogIterator<T> extends Iterator<T>, Closeable {}
