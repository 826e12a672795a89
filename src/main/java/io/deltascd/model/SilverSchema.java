package io.deltascd.model;

import java.util.List;

/**
 * Silver's schema as it stands in a {@code metaData} action.
 *
 * @param id the version of silver that brought this schema, or the first one that was planned with
 *     it; names it on the wire. Rows of versions before it were written under another schema
 * @param json {@code schemaString}, with the metadata of each column
 * @param partitionColumns logical names, in order
 * @param columnMappingMode {@code none}, {@code name} or {@code id}
 */
public record SilverSchema(
    long id, String json, List<String> partitionColumns, String columnMappingMode) {}
