package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.types.StructType;
import io.deltascd.model.FileChange;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverSchema;
import java.util.Comparator;
import java.util.List;

/**
 * What a job without state reads of gold: where the current row of each key lies. Few columns of
 * few files; closed rows are of no interest.
 *
 * @param progress as of the version that is read
 * @param columns the key columns in their order, then the begin of the record; named after the
 *     version of gold that is read
 * @param files those with current rows, each a {@link FileChange.Action#INDEX}
 */
public record GoldIndex(Progress progress, SilverSchema columns, List<FileChange> files) {

  static GoldIndex of(Snapshot snapshot, GoldSchema gold, Progress progress, CurrentFiles current) {
    StructType columns = new StructType();
    for (String key : gold.keys()) {
      columns = columns.add(snapshot.getSchema().get(key));
    }
    columns = columns.add(snapshot.getSchema().get(gold.validFrom()));
    List<String> partitions =
        snapshot.getPartitionColumnNames().stream().filter(gold.keys()::contains).toList();
    List<FileChange> files =
        current.all().stream()
            .map(GoldFile::index)
            .sorted(Comparator.comparing(FileChange::path))
            .toList();
    return new GoldIndex(
        progress,
        new SilverSchema(
            snapshot.getVersion(),
            DataTypeJsonSerDe.serializeStructType(columns),
            partitions,
            "none"),
        files);
  }
}
