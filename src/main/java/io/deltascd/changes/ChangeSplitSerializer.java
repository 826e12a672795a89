package io.deltascd.changes;

import io.deltascd.model.ModelFormat;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.VersionedCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Writes a split for its way to a reader and into state.
 *
 * <pre>
 * format 1: schema · split, as in {@link SplitFormat}
 * </pre>
 */
final class ChangeSplitSerializer extends VersionedCodec<ChangeSplit> {
  private static final long serialVersionUID = 1L;

  ChangeSplitSerializer() {
    super(SplitFormat.FORMAT, "A split");
  }

  @Override
  protected void write(ChangeSplit split, DataOutput out) throws IOException {
    ModelFormat.writeSchema(split.schema(), out);
    SplitFormat.writeSplit(split, out);
  }

  @Override
  protected ChangeSplit read(int storedFormat, DataInput in) throws IOException {
    SilverSchema schema = ModelFormat.readSchema(in);
    return SplitFormat.readSplit(in, schema);
  }
}
