package io.deltascd.changes;

import io.deltascd.changes.EnumeratorState.Planned;
import io.deltascd.model.ModelFormat;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.VersionedCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes the enumerator's state; each schema once, however many splits have it.
 *
 * <pre>
 * format 1: schemas
 *           · planned (1) [· table id · version (8) · time (8) · schema number (4)]
 *           · gold version (8)
 *           · count (4) · (schema number (4) · split)
 * </pre>
 */
final class EnumeratorStateSerializer extends VersionedCodec<EnumeratorState> {
  private static final long serialVersionUID = 1L;

  EnumeratorStateSerializer() {
    super(SplitFormat.FORMAT, "The enumerator's state");
  }

  @Override
  protected void write(EnumeratorState state, DataOutput out) throws IOException {
    List<SilverSchema> schemas = schemas(state);
    ModelFormat.writeSchemas(schemas, out);
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
  protected EnumeratorState read(int storedFormat, DataInput in) throws IOException {
    List<SilverSchema> schemas = ModelFormat.readSchemas(in);
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
