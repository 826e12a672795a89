package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.types.StructType;
import io.deltascd.model.FileChange;
import io.deltascd.model.HistoryColumns;
import io.deltascd.model.IndexEntry;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a job without state reads of gold: where the current row of each key lies, and the row
 * itself only if the settings of history say that the job has to keep it. Few columns of few files;
 * closed rows are of no interest.
 *
 * @param progress as of the version that is read
 * @param columns the key columns, or all of silver's that gold has, in gold's order; then the begin
 *     of the record, and its version if gold has it; named after the version of gold that is read
 * @param rows all of silver's columns that gold has, in gold's order; named as {@link
 *     IndexEntry#schemaId} says
 * @param files those with current rows, each a {@link FileChange.Action#INDEX}
 */
public record GoldIndex(
    Progress progress, SilverSchema columns, SilverSchema rows, List<FileChange> files) {

  static GoldIndex of(Snapshot snapshot, GoldSchema gold, Progress progress, CurrentFiles current) {
    HistoryColumns names = gold.history().names();
    List<String> columns =
        new ArrayList<>(gold.history().keepsRows() ? gold.silverColumns() : gold.keys());
    columns.add(names.validFrom());
    if (names.validFromVersion() != null) {
      columns.add(names.validFromVersion());
    }
    List<FileChange> files =
        current.all().stream()
            .map(GoldFile::index)
            .sorted(Comparator.comparing(FileChange::path))
            .toList();
    long rows = IndexEntry.schemaId(snapshot.getVersion());
    return new GoldIndex(
        progress,
        columns(snapshot, snapshot.getVersion(), columns),
        columns(snapshot, rows, gold.silverColumns()),
        files);
  }

  /**
   * Some columns of gold.
   *
   * @param id name of the schema
   */
  static SilverSchema columns(Snapshot snapshot, long id, List<String> names) {
    StructType columns = new StructType();
    for (String name : names) {
      columns = columns.add(snapshot.getSchema().get(name));
    }
    return new SilverSchema(
        id,
        DataTypeJsonSerDe.serializeStructType(columns),
        snapshot.getPartitionColumnNames().stream().filter(names::contains).toList(),
        "none");
  }
}
