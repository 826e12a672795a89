package io.deltascd.sink;

import io.deltascd.config.TableLocation;
import io.deltascd.history.Schemas;
import io.deltascd.model.ModelFormat;
import io.deltascd.model.SilverSchema;
import io.deltascd.table.DeltaTypes;
import io.deltascd.table.SilverTable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.streaming.api.operators.util.SimpleVersionedListState;
import org.apache.flink.table.types.logical.RowType;

/**
 * The schemas of the rows on the wire. An id is resolved once, from silver's log, and then kept in
 * state: rows may wait in state longer than the log entry lives.
 */
final class SilverSchemas implements Schemas {
  private final TableLocation silver;
  private final ListState<SilverSchema> stored;
  private final Map<Long, SilverSchema> known = new TreeMap<>();
  private final Map<Long, RowType> columns = new TreeMap<>();

  /**
   * @param silver the table that the rows come from
   * @param state of the operator, restored already
   */
  SilverSchemas(TableLocation silver, OperatorStateStore state) throws Exception {
    this.silver = silver;
    this.stored =
        new SimpleVersionedListState<>(
            state.getUnionListState(
                new ListStateDescriptor<>("schemas", BytePrimitiveArraySerializer.INSTANCE)),
            new Codec());
    for (SilverSchema schema : stored.get()) {
      known.put(schema.id(), schema);
    }
  }

  @Override
  public RowType columns(long schemaId) throws IOException {
    RowType type = columns.get(schemaId);
    if (type == null) {
      SilverSchema schema = known.get(schemaId);
      if (schema == null) {
        schema = SilverTable.open(silver).schema(schemaId);
        known.put(schemaId, schema);
      }
      type = DeltaTypes.rowType(schema.json());
      columns.put(schemaId, type);
    }
    return type;
  }

  /** Puts the known schemas into state. */
  void snapshot() throws Exception {
    stored.update(List.copyOf(known.values()));
  }

  /** Format 1: as {@link ModelFormat} writes a schema. */
  static final class Codec extends VersionedCodec<SilverSchema> {
    private static final long serialVersionUID = 1L;

    Codec() {
      super(1, "A schema of silver");
    }

    @Override
    void write(SilverSchema schema, DataOutputStream out) throws IOException {
      ModelFormat.writeSchema(schema, out);
    }

    @Override
    SilverSchema read(int format, DataInputStream in) throws IOException {
      return ModelFormat.readSchema(in);
    }
  }
}
