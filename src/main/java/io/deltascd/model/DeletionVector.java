package io.deltascd.model;

import javax.annotation.Nullable;

/**
 * Descriptor of a deletion vector, field by field as in the Delta protocol, section "Deletion
 * Vector Descriptor Schema".
 *
 * @param storageType {@code u} relative file, {@code p} absolute path, {@code i} inline
 * @param pathOrInline file or data, encoded as the storage type says
 * @param offset start of the vector within its file; null for inline ones
 * @param sizeInBytes size of the serialized vector
 * @param cardinality number of rows it marks as deleted
 */
public record DeletionVector(
    String storageType,
    String pathOrInline,
    @Nullable Integer offset,
    int sizeInBytes,
    long cardinality) {}
