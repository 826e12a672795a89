package io.deltascd.table;

import io.delta.kernel.data.Row;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.data.GenericRow;
import io.delta.kernel.internal.util.VectorUtils;
import io.deltascd.model.DataFile;
import io.deltascd.model.DeletionVector;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileId;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import javax.annotation.Nullable;

/**
 * A file of gold as its {@code add} action describes it. Holds every field of the action, so that
 * the file can be removed and added again with another deletion vector and nothing else changed.
 */
final class GoldFile {
  private final AddFile action;

  private GoldFile(AddFile action) {
    this.action = action;
  }

  /** A new file. */
  static GoldFile of(DataFile file) {
    Map<Integer, Object> fields = new HashMap<>();
    put(fields, "path", file.path());
    put(fields, "partitionValues", VectorUtils.stringStringMapValue(file.partitionValues()));
    put(fields, "size", file.size());
    put(fields, "modificationTime", file.modificationTime());
    put(fields, "dataChange", true);
    put(fields, "stats", file.stats());
    return new GoldFile(new AddFile(new GenericRow(AddFile.FULL_SCHEMA, fields)));
  }

  /** A file of the table; keeps nothing of the batch that the action was read with. */
  static GoldFile of(AddFile read) {
    return new GoldFile(
        copy(read, read.getPath(), true, read.getStatsJson(), read.getDeletionVector()));
  }

  private static AddFile copy(
      AddFile from,
      String path,
      boolean dataChange,
      Optional<String> stats,
      Optional<DeletionVectorDescriptor> vector) {
    Map<Integer, Object> fields = new HashMap<>();
    put(fields, "path", path);
    put(
        fields,
        "partitionValues",
        VectorUtils.stringStringMapValue(VectorUtils.toJavaMap(from.getPartitionValues())));
    put(fields, "size", from.getSize());
    put(fields, "modificationTime", from.getModificationTime());
    put(fields, "dataChange", dataChange);
    stats.ifPresent(json -> put(fields, "stats", json));
    vector.ifPresent(descriptor -> put(fields, "deletionVector", descriptor.toRow()));
    from.getTags()
        .map(VectorUtils::<String, String>toJavaMap)
        .ifPresent(tags -> put(fields, "tags", VectorUtils.stringStringMapValue(tags)));
    from.getBaseRowId().ifPresent(id -> put(fields, "baseRowId", id));
    from.getDefaultRowCommitVersion()
        .ifPresent(version -> put(fields, "defaultRowCommitVersion", version));
    return new AddFile(new GenericRow(AddFile.FULL_SCHEMA, fields));
  }

  private static void put(Map<Integer, Object> fields, String name, Object value) {
    fields.put(AddFile.FULL_SCHEMA.indexOf(name), value);
  }

  FileId id() {
    return FileId.of(path());
  }

  String path() {
    return action.getPath();
  }

  /** As the log spells them, by column; null means null. */
  Map<String, String> partitionValues() {
    return VectorUtils.toJavaMap(action.getPartitionValues());
  }

  /** In bytes. */
  long size() {
    return action.getSize();
  }

  /** Number of rows in the file, marked ones included; empty if the log does not say. */
  OptionalLong rows() {
    return FileStatistics.rows(action.getStatsJson().orElse(null));
  }

  Optional<DeletionVectorDescriptor> vector() {
    return action.getDeletionVector();
  }

  /** Number of rows that are not marked; empty if the log does not say. */
  OptionalLong liveRows() {
    OptionalLong all = rows();
    return all.isPresent() ? OptionalLong.of(all.getAsLong() - marked()) : all;
  }

  private long marked() {
    return vector().map(DeletionVectorDescriptor::getCardinality).orElse(0L);
  }

  /** How full it is; if the log does not say how many rows there are, as if all were live. */
  FileFill fill() {
    OptionalLong all = rows();
    return new FileFill(
        path(),
        partitionValues(),
        size(),
        all.orElse(1),
        all.isPresent() ? marked() : 0,
        action.getModificationTime());
  }

  /** The same file without what the log says of its values, which takes up memory. */
  GoldFile withoutBounds() {
    OptionalLong all = rows();
    Optional<String> stats =
        all.isPresent() ? Optional.of(FileStatistics.ofRows(all.getAsLong())) : Optional.empty();
    return new GoldFile(copy(action, path(), true, stats, vector()));
  }

  /** The file as one that is read for where its rows lie. */
  FileChange index() {
    return read(FileChange.Action.INDEX);
  }

  /** The file as one whose live rows are read. */
  FileChange read(FileChange.Action how) {
    return read(how, vector().map(FilePaths::vector).orElse(null));
  }

  /** The file as one all of whose rows are read, whether they count or not. */
  FileChange withoutVector() {
    return read(FileChange.Action.INDEX, null);
  }

  private FileChange read(FileChange.Action how, @Nullable DeletionVector vector) {
    return new FileChange(how, path(), action.getSize(), partitionValues(), vector, null);
  }

  /**
   * The same file with another deletion vector.
   *
   * @param rows number of rows in the file
   */
  GoldFile withVector(DeletionVectorDescriptor vector, long rows) {
    String stats = FileStatistics.withoutTightBounds(action.getStatsJson().orElse(null), rows);
    return new GoldFile(copy(action, path(), true, Optional.of(stats), Optional.of(vector)));
  }

  /**
   * The same file of a table of ours, as the log of the table around it names it.
   *
   * @param directory the inner table's root, relative to the outer one's
   */
  GoldFile below(String directory) {
    return new GoldFile(
        copy(
            action,
            directory + "/" + path(),
            true,
            action.getStatsJson(),
            vector().map(vector -> below(directory, vector))));
  }

  /** What stands before the UUID is a directory (Delta protocol, "Derived Fields"). */
  private static DeletionVectorDescriptor below(String directory, DeletionVectorDescriptor vector) {
    return new DeletionVectorDescriptor(
        vector.getStorageType(),
        directory + vector.getPathOrInlineDv(),
        vector.getOffset(),
        vector.getSizeInBytes(),
        vector.getCardinality());
  }

  /** The action that adds it. */
  Row add() {
    return SingleAction.createAddFileSingleAction(action.toRow());
  }

  /**
   * The action that removes it, with the deletion vector it has.
   *
   * @param time in milliseconds since the epoch
   */
  Row remove(long time) {
    return SingleAction.createRemoveFileSingleAction(
        action.toRemoveFileRow(true, Optional.of(time)));
  }

  /** The action that adds it in place of files with the same rows. */
  Row addRewritten() {
    return SingleAction.createAddFileSingleAction(
        copy(action, path(), false, action.getStatsJson(), vector()).toRow());
  }

  /** The action that removes it, whose rows are in another file now; as {@link #remove}. */
  Row removeRewritten(long time) {
    return SingleAction.createRemoveFileSingleAction(
        action.toRemoveFileRow(false, Optional.of(time)));
  }

  /** Whether both name the same rows of the same file. */
  @Override
  public boolean equals(Object other) {
    return other instanceof GoldFile that
        && path().equals(that.path())
        && vector().equals(that.vector());
  }

  @Override
  public int hashCode() {
    return Objects.hash(path(), vector());
  }

  @Override
  public String toString() {
    return path() + vector().map(dv -> " without " + dv.getCardinality() + " rows").orElse("");
  }
}
