package io.deltascd.table;

import io.deltascd.model.FileChange;
import java.util.List;

/**
 * What one commit of silver changed.
 *
 * @param version of the commit
 * @param timeMicros commit time, in microseconds since the epoch; later than that of the version
 *     before
 * @param files to be read for the changed rows; empty if no row changed
 */
public record SilverCommit(long version, long timeMicros, List<FileChange> files) {}
