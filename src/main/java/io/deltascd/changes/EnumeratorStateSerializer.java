package io.deltascd.changes;

import io.deltascd.changes.EnumeratorState.Planned;
import io.deltascd.model.ModelFormat;
import io.deltascd.model.SilverSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Writes the enumerator's state; each schema once, however many splits have it.
 *
 * <pre>
 * format 1: format (1) · count (4) · schemas
 *           · planned (1) [· table id · version (8) · time (8) · schema number (4)]
 *           · gold version (8)
 *           · count (4) · (schema number (4) · split)
 * </pre>
 */
final class EnumeratorStateSerializer implements SimpleVersionedSerializer<EnumeratorState> {

  @Override
  public int getVersion() {
    return SplitFormat.FORMAT;
  }

  @Override
  public byte[] serialize(EnumeratorState state) throws IOException {
    List<SilverSchema> schemas = schemas(state);
    DataOutputSerializer out = new DataOutputSerializer(4096);
    out.writeByte(SplitFormat.FORMAT);
    out.writeInt(schemas.size());
    for (SilverSchema schema : schemas) {
      ModelFormat.writeSchema(schema, out);
    }
    Planned planned = state.planned();
    out.writeBoolean(planned != null);
    if (planned != null) {
      ModelFormat.writeText(planned.tableId(), out);
      out.writeLong(planned.version());
      out.writeLong(planned.timeMicros());
      out.writeInt(schemas.indexOf(planned.schema()));
    }
    out.writeLong(state.goldVersion());
    out.writeInt(state.unassigned().size());
    for (ChangeSplit split : state.unassigned()) {
      out.writeInt(schemas.indexOf(split.schema()));
      SplitFormat.writeSplit(split, out);
    }
    return out.getCopyOfBuffer();
  }

  private static List<SilverSchema> schemas(EnumeratorState state) {
    Set<SilverSchema> schemas = new LinkedHashSet<>();
    if (state.planned() != null) {
      schemas.add(state.planned().schema());
    }
    state.unassigned().forEach(split -> schemas.add(split.schema()));
    return List.copyOf(schemas);
  }

  @Override
  public EnumeratorState deserialize(int version, byte[] serialized) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(serialized);
    SplitFormat.checkFormat(in.readByte(), "The enumerator's state");
    int schemaCount = in.readInt();
    List<SilverSchema> schemas = new ArrayList<>(schemaCount);
    for (int i = 0; i < schemaCount; i++) {
      schemas.add(ModelFormat.readSchema(in));
    }
    Planned planned = null;
    if (in.readBoolean()) {
      String tableId = ModelFormat.readText(in);
      long plannedVersion = in.readLong();
      long timeMicros = in.readLong();
      planned = new Planned(tableId, plannedVersion, timeMicros, schemas.get(in.readInt()));
    }
    long goldVersion = in.readLong();
    int splitCount = in.readInt();
    List<ChangeSplit> splits = new ArrayList<>(splitCount);
    for (int i = 0; i < splitCount; i++) {
      SilverSchema schema = schemas.get(in.readInt());
      splits.add(SplitFormat.readSplit(in, schema));
    }
    return new EnumeratorState(planned, goldVersion, List.copyOf(splits));
  }
}
