package io.deltascd.history;

import io.deltascd.model.KeyEncoder;
import io.deltascd.model.WireRecord;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;

/** Rows of a small silver (id, name, stock), keyed by id. */
public final class Rows {
  public static final RowType COLUMNS =
      RowType.of(
          new LogicalType[] {
            new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH), new IntType()
          },
          new String[] {"id", "name", "stock"});
  public static final List<String> KEYS = List.of("id");

  private static final RowDataSerializer SERIALIZER = new RowDataSerializer(COLUMNS);
  private static final KeyEncoder KEY = new KeyEncoder(COLUMNS, KEYS);

  private Rows() {}

  /** The commit time of a version in these tests: a second each. */
  public static long time(long version) {
    return version * 1_000_000;
  }

  public static WireRecord change(RowKind kind, long version, long id, String name, Integer stock) {
    return row(WireRecord.Kind.CHANGE, kind, version, id, name, stock);
  }

  public static WireRecord snapshot(long version, long id, String name, Integer stock) {
    return row(WireRecord.Kind.SNAPSHOT, RowKind.INSERT, version, id, name, stock);
  }

  private static WireRecord row(
      WireRecord.Kind what, RowKind kind, long version, long id, String name, Integer stock) {
    GenericRowData data = GenericRowData.of(id, StringData.fromString(name), stock);
    byte[] bytes = new byte[SERIALIZER.toBinaryRow(data).getSizeInBytes()];
    System.arraycopy(
        SERIALIZER.toBinaryRow(data).getSegments()[0].getArray(), 0, bytes, 0, bytes.length);
    return new WireRecord(what, 0, kind, version, time(version), 0, KEY.encode(data), bytes);
  }
}
