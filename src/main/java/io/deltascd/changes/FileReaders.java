package io.deltascd.changes;

import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.model.KeyEncoder;
import io.deltascd.model.SilverSchema;
import io.deltascd.table.ChangeFileReader;
import io.deltascd.table.DeltaTypes;
import java.io.IOException;
import javax.annotation.Nullable;

/**
 * Opens splits with the reader of their schema. It outlives the fetchers, which Flink closes as
 * soon as there is nothing to read: opening a file system for each small commit would cost more
 * than reading it.
 */
final class FileReaders {
  private final TableLocation silver;
  private final TargetConfig target;

  @Nullable private SilverSchema schema;
  @Nullable private ChangeFileReader reader;
  @Nullable private KeyEncoder keys;

  FileReaders(TableLocation silver, TargetConfig target) {
    this.silver = silver;
    this.target = target;
  }

  /** Called by one fetcher at a time, but not always by the same thread. */
  synchronized SplitRows open(ChangeSplit split) throws IOException {
    if (!split.schema().equals(schema)) {
      reader =
          split.isOfGold()
              ? ChangeFileReader.ofCurrentRows(
                  target.gold(), split.schema(), target.history().names().isCurrent())
              : ChangeFileReader.ofSilver(silver, split.schema());
      keys = new KeyEncoder(DeltaTypes.rowType(split.schema().json()), target.keys());
      schema = split.schema();
    }
    return new SplitRows(split, target, reader, keys, target.onNullKey());
  }
}
