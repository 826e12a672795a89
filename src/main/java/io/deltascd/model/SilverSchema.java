package io.deltascd.model;

import java.util.List;

/**
 * Silver's schema as it stands in a {@code metaData} action.
 *
 * @param id the first version of silver that was planned with this schema; names it on the wire
 * @param json {@code schemaString}, with the metadata of each column
 * @param partitionColumns logical names, in order
 * @param columnMappingMode {@code none}, {@code name} or {@code id}
 */
public record SilverSchema(
    long id, String json, List<String> partitionColumns, String columnMappingMode) {}
