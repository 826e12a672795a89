package io.deltascd.config;

import java.io.Serializable;
import org.apache.flink.configuration.MemorySize;

/**
 * How a job compacts the gold that it maintains.
 *
 * @param minFiles some small files of a partition are merged once it has that many of them; at
 *     least 2
 * @param maxBytes of rows that are rewritten after one commit, unless the least that can be done is
 *     more
 * @param fileSize the size that files are merged up to
 */
public record CompactionConfig(int minFiles, MemorySize maxBytes, MemorySize fileSize)
    implements Serializable {}
