package io.deltascd.sink;

import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.history.Schemas;
import io.deltascd.model.IndexEntry;
import io.deltascd.model.ModelFormat;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.VersionedCodec;
import io.deltascd.table.DeltaTypes;
import io.deltascd.table.GoldTable;
import io.deltascd.table.NeededColumns;
import io.deltascd.table.SilverTable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.table.types.logical.RowType;

/**
 * The schemas of the rows on the wire. An id is resolved once, from silver's log, or gold's for
 * rows that were read there, and then kept in state: rows may wait in state longer than the log
 * entry lives.
 *
 * <p>After a change of the parallelism a subtask may get rows whose schema another one had looked
 * up; it looks it up itself. (Union state would give it all of them, but with it Flink fails each
 * checkpoint in which some subtasks have ended and others have not.)
 */
final class SilverSchemas implements Schemas {
  private static final Codec CODEC = new Codec();

  private final TableLocation silver;
  private final TableLocation gold;
  private final NeededColumns needed;
  private final BroadcastState<Long, byte[]> stored;
  private final Map<Long, RowType> columns = new HashMap<>();

  /**
   * @param silver the table that the rows come from
   * @param target that they go to, and that a job without state learns its rows from
   * @param state of the operator, restored already
   */
  SilverSchemas(TableLocation silver, TargetConfig target, OperatorStateStore state)
      throws Exception {
    this.silver = silver;
    this.gold = target.gold();
    this.needed = NeededColumns.of(target);
    this.stored =
        state.getBroadcastState(
            new MapStateDescriptor<>(
                "schemas", LongSerializer.INSTANCE, BytePrimitiveArraySerializer.INSTANCE));
  }

  @Override
  public RowType columns(long schemaId) throws Exception {
    RowType type = columns.get(schemaId);
    if (type == null) {
      type = DeltaTypes.rowType(schema(schemaId).json());
      columns.put(schemaId, type);
    }
    return type;
  }

  /** The schema of that id, without columns that the target does not need. */
  SilverSchema schema(long schemaId) throws Exception {
    byte[] known = stored.get(schemaId);
    if (known != null) {
      return CODEC.deserialize(CODEC.getVersion(), known);
    }
    SilverSchema schema =
        schemaId < 0
            ? GoldTable.silverColumns(gold, IndexEntry.goldVersion(schemaId))
            : needed.of(SilverTable.open(silver).schema(schemaId));
    stored.put(schemaId, CODEC.serialize(schema));
    return schema;
  }

  /** Format 1: as {@link ModelFormat} writes a schema. */
  static final class Codec extends VersionedCodec<SilverSchema> {
    private static final long serialVersionUID = 1L;

    Codec() {
      super(1, "A schema of silver");
    }

    @Override
    protected void write(SilverSchema schema, DataOutput out) throws IOException {
      ModelFormat.writeSchema(schema, out);
    }

    @Override
    protected SilverSchema read(int format, DataInput in) throws IOException {
      return ModelFormat.readSchema(in);
    }
  }
}
