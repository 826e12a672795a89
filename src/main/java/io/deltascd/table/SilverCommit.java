package io.deltascd.table;

import io.deltascd.model.FileChange;
import io.deltascd.model.SilverSchema;
import java.util.List;
import javax.annotation.Nullable;

/**
 * What one commit of silver changed.
 *
 * @param version of the commit
 * @param timeMicros commit time, in microseconds since the epoch; later than that of the version
 *     before
 * @param newTableId {@code metaData.id} if the commit states it, else null. CREATE OR REPLACE TABLE
 *     gives a table another one, RESTORE may bring an earlier one back
 * @param files to be read for the changed rows; empty if no row changed
 * @param before the schema of the version before, which files have that the commit removes
 * @param schema the schema of the version
 */
public record SilverCommit(
    long version,
    long timeMicros,
    @Nullable String newTableId,
    List<FileChange> files,
    SilverSchema before,
    SilverSchema schema) {}
