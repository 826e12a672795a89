package io.deltascd.testing;

/** A nullable column of a table. */
public record Column(String name, ColumnType type) {}
