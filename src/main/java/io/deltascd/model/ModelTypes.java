package io.deltascd.model;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Flink's type information for the values that travel between operators. */
public final class ModelTypes {

  /** Of a row on its way to a target. */
  public static final TypeInformation<WireRecord> WIRE_RECORD =
      new Info<>(WireRecord.class, WireRecordSerializer.INSTANCE, false);

  /** Of a business key; can be partitioned by. */
  public static final TypeInformation<Key> KEY =
      new Info<>(Key.class, KeySerializer.INSTANCE, true);

  private ModelTypes() {}

  /**
   * Type information around one serializer.
   *
   * @param <T> the type
   */
  private static final class Info<T> extends TypeInformation<T> {
    private static final long serialVersionUID = 1L;
    private final Class<T> type;
    private final TypeSerializer<T> serializer;
    private final boolean key;

    Info(Class<T> type, TypeSerializer<T> serializer, boolean key) {
      this.type = type;
      this.serializer = serializer;
      this.key = key;
    }

    @Override
    public boolean isBasicType() {
      return false;
    }

    @Override
    public boolean isTupleType() {
      return false;
    }

    @Override
    public int getArity() {
      return 1;
    }

    @Override
    public int getTotalFields() {
      return 1;
    }

    @Override
    public Class<T> getTypeClass() {
      return type;
    }

    @Override
    public boolean isKeyType() {
      return key;
    }

    @Override
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
      return serializer;
    }

    @Override
    public String toString() {
      return type.getSimpleName();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Info<?> that && type == that.type;
    }

    @Override
    public int hashCode() {
      return type.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
      return other instanceof Info<?>;
    }
  }
}
