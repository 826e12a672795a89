package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.Operation;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterable;
import io.deltascd.config.TableLocation;
import io.deltascd.model.CommitId;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.roaringbitmap.RoaringBitmap;

/** A gold of (id, name) in a directory, for tests. */
public final class GoldFixture {
  static final RowType SILVER =
      RowType.of(
          false,
          new org.apache.flink.table.types.logical.LogicalType[] {
            new BigIntType(false), new VarCharType(true, VarCharType.MAX_LENGTH)
          },
          new String[] {"id", "name"});
  static final GoldSchema SCHEMA = schemaOf(SILVER, List.of("id"));

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path directory;
  public final TableLocation location;
  private final GoldSchema schema;

  public GoldFixture(Path directory) {
    this(directory, new TableLocation(directory.toString(), Map.of()));
  }

  /**
   * @param location of the same directory
   */
  GoldFixture(Path directory, TableLocation location) {
    this(directory, location, SCHEMA);
  }

  private GoldFixture(Path directory, TableLocation location, GoldSchema schema) {
    this.directory = directory;
    this.location = location;
    this.schema = schema;
  }

  /** Without partitions, as one that was adopted may be. */
  static GoldFixture mixed(Path directory) {
    return new GoldFixture(
        directory,
        new TableLocation(directory.toString(), Map.of()),
        GoldSchema.of(SILVER, List.of("id"), HistorySettings.DEFAULT.partitionedBy(List.of())));
  }

  /** The columns of a gold with the usual settings of history. */
  public static GoldSchema schemaOf(RowType silver, List<String> keys) {
    return GoldSchema.of(silver, keys, HistorySettings.DEFAULT);
  }

  static Progress fresh() {
    return Progress.created("test", "scd2", SCHEMA.keys(), SCHEMA.fingerprint(), 0, "silver-id");
  }

  public GoldTable create() throws IOException {
    return GoldTable.createOrOpen(location, schema, fresh().with(schema.history()));
  }

  /** A file with these ids, all valid from the epoch. */
  public DataFile file(boolean current, long... ids) throws IOException {
    try (DataFileWriter writer =
        new DataFileWriter(location, schema, GoldPartition.of(schema, current), "0")) {
      for (long id : ids) {
        writer.write(
            schema.history().separatesCurrent()
                ? row(id, current)
                : new JoinedRowData(row(id, current), GenericRowData.of(current)));
      }
      return writer.finish();
    }
  }

  /** A file of a gold without partitions: current rows, then closed ones. */
  DataFile file(List<Long> current, List<Long> closed) throws IOException {
    try (DataFileWriter writer = new DataFileWriter(location, schema, GoldPartition.NONE, "0")) {
      for (long id : current) {
        writer.write(new JoinedRowData(row(id, true), GenericRowData.of(true)));
      }
      for (long id : closed) {
        writer.write(new JoinedRowData(row(id, false), GenericRowData.of(false)));
      }
      return writer.finish();
    }
  }

  static RowData row(long id, boolean current) {
    return GenericRowData.of(
        id,
        StringData.fromString("name " + id),
        TimestampData.fromEpochMillis(0),
        current ? null : TimestampData.fromEpochMillis(1000));
  }

  /** The next commit of gold. */
  public static GoldCommit next(
      GoldTable gold, List<DataFile> files, Map<FileId, RoaringBitmap> marks) {
    CommitId parent = gold.progress().newest();
    return new GoldCommit(
        0,
        gold.progress().pipelineId(),
        parent.next(),
        parent,
        GoldCommit.Kind.DATA,
        new SilverPosition("silver-id", parent.sequence() + 1, 1000 * parent.sequence()),
        files,
        marks,
        new Totals(1, 2, 3, 4),
        List.of(),
        List.of(),
        null);
  }

  /** A file of gold's newest version as its log has it; empty if it is not there any more. */
  Optional<GoldFile> liveFile(FileId id) throws IOException {
    Engine engine = KernelEngines.engine(location);
    List<GoldFile> found = new ArrayList<>();
    CurrentFiles.forEachFile(
        engine,
        TableManager.loadSnapshot(KernelEngines.rootUri(location)).build(engine),
        file -> {
          if (file.id().equals(id)) {
            found.add(file);
          }
        });
    return found.stream().findFirst();
  }

  /** The actions that remove live files, with the deletion vectors they have. */
  List<Row> removals(List<DataFile> files) throws IOException {
    List<Row> actions = new ArrayList<>();
    for (DataFile file : files) {
      actions.add(liveFile(file.id()).orElseThrow().remove(System.currentTimeMillis()));
    }
    return actions;
  }

  /** What both keep in memory of gold's files is the same. */
  static void assertSameFiles(GoldTable found, GoldTable expected) {
    assertThat(found)
        .usingRecursiveComparison()
        .usingOverriddenEquals()
        .comparingOnlyFields("files")
        .isEqualTo(expected);
  }

  /** Commits file actions as another engine would. */
  void commitAsSomeoneElse(List<Row> actions) {
    Engine engine = KernelEngines.engine(location);
    TableManager.loadSnapshot(KernelEngines.rootUri(location))
        .build(engine)
        .buildUpdateTableTransaction("someone else", Operation.WRITE)
        .build(engine)
        .commit(
            engine,
            CloseableIterable.inMemoryIterable(Utils.toCloseableIterator(actions.iterator())));
  }

  /**
   * Writes the commit of someone else that puts the files of one version's {@code add} actions in
   * the place of another's, as RESTORE does.
   *
   * @param version of the new commit
   * @param from the version whose added files are removed
   * @param to the version whose added files come back
   * @param time of the removals, in milliseconds since the epoch
   */
  public void bringBack(long version, String operation, long from, long to, long time)
      throws IOException {
    ArrayNode actions = JSON.createArrayNode();
    actions
        .addObject()
        .putObject("commitInfo")
        .put("timestamp", time)
        .put("operation", operation)
        .put("engineInfo", "Apache-Spark/3.5.3 Delta-Lake/3.2.1");
    for (JsonNode add : actions(from, "add")) {
      ObjectNode remove = actions.addObject().putObject("remove");
      remove.setAll((ObjectNode) add.deepCopy());
      remove.remove(List.of("stats", "modificationTime"));
      remove.put("deletionTimestamp", time).put("extendedFileMetadata", true);
    }
    for (JsonNode add : actions(to, "add")) {
      actions.addObject().set("add", add);
    }
    write(version, actions);
  }

  /**
   * Writes the commit of someone else that puts copies of the files of one version in their place.
   *
   * @param version of the new commit
   * @param of the version whose added files are rewritten
   */
  public void rewrite(long version, String operation, long of) throws IOException {
    ArrayNode actions = JSON.createArrayNode();
    actions
        .addObject()
        .putObject("commitInfo")
        .put("operation", operation)
        .put("engineInfo", "Apache-Spark/3.5.3 Delta-Lake/3.2.1");
    for (JsonNode add : actions(of, "add")) {
      String path = add.get("path").asText();
      String copy = path.replace("part-", "rewritten-");
      Files.copy(directory.resolve(path), directory.resolve(copy));
      ObjectNode remove = actions.addObject().putObject("remove");
      remove.setAll((ObjectNode) add.deepCopy());
      remove.remove(List.of("stats", "modificationTime"));
      remove.put("deletionTimestamp", 1).put("extendedFileMetadata", true);
      ObjectNode added = actions.addObject().putObject("add");
      added.setAll((ObjectNode) add.deepCopy());
      added.put("path", copy);
    }
    write(version, actions);
  }

  /** Lets a commit have removed its files in 1970. */
  void backdateRemovals(long version) throws IOException {
    ArrayNode actions = JSON.createArrayNode();
    for (String line : Files.readAllLines(log(version))) {
      JsonNode action = JSON.readTree(line);
      if (action.has("remove")) {
        ((ObjectNode) action.get("remove")).put("deletionTimestamp", 1);
      }
      actions.add(action);
    }
    write(version, actions);
  }

  private List<JsonNode> actions(long version, String name) throws IOException {
    List<JsonNode> found = new ArrayList<>();
    for (String line : Files.readAllLines(log(version))) {
      JsonNode action = JSON.readTree(line);
      if (action.has(name)) {
        found.add(action.get(name));
      }
    }
    return found;
  }

  private void write(long version, ArrayNode actions) throws IOException {
    List<String> lines = new ArrayList<>();
    actions.forEach(action -> lines.add(action.toString()));
    Files.write(log(version), lines);
    // Hadoop's checksum of what was there before.
    Files.deleteIfExists(log(version).resolveSibling("." + log(version).getFileName() + ".crc"));
  }

  private Path log(long version) {
    return directory.resolve("_delta_log/%020d.json".formatted(version));
  }

  /** The ids in gold, sorted. */
  List<Long> ids() throws Exception {
    return ids(OptionalLong.empty());
  }

  List<Long> ids(OptionalLong version) throws Exception {
    return rows(version).stream().map(row -> row.getLong(0)).sorted().toList();
  }

  List<RowData> rows(OptionalLong version) throws Exception {
    List<RowData> all = new ArrayList<>();
    try (TableRows rows = TableReader.open(location, version).rows()) {
      rows.forEachRemaining(all::add);
    }
    return all;
  }
}
