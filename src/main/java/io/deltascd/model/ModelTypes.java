package io.deltascd.model;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Flink's type information for the values that travel between operators. */
public final class ModelTypes {

  /** Of a row on its way to a target. */
  public static final TypeInformation<WireRecord> WIRE_RECORD =
      new SerializerTypeInfo<>(WireRecord.class, WireRecordSerializer.INSTANCE, false);

  /** Of a business key; can be partitioned by. */
  public static final TypeInformation<Key> KEY =
      new SerializerTypeInfo<>(Key.class, KeySerializer.INSTANCE, true);

  private ModelTypes() {}
}
