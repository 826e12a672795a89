package io.deltascd.changes;

import io.deltascd.model.ModelFormat;
import io.deltascd.model.SilverSchema;
import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Writes a split for its way to a reader and into state.
 *
 * <pre>
 * format 1: format (1) · schema · split, as in {@link SplitFormat}
 * </pre>
 */
final class ChangeSplitSerializer implements SimpleVersionedSerializer<ChangeSplit> {

  @Override
  public int getVersion() {
    return SplitFormat.FORMAT;
  }

  @Override
  public byte[] serialize(ChangeSplit split) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(512);
    out.writeByte(SplitFormat.FORMAT);
    ModelFormat.writeSchema(split.schema(), out);
    SplitFormat.writeSplit(split, out);
    return out.getCopyOfBuffer();
  }

  @Override
  public ChangeSplit deserialize(int version, byte[] serialized) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(serialized);
    SplitFormat.checkFormat(in.readByte(), "A split");
    SilverSchema schema = ModelFormat.readSchema(in);
    return SplitFormat.readSplit(in, schema);
  }
}
