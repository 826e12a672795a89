package io.deltascd.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltascd.testing.FeedRow.Change;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Writes a silver table statement by statement. Each statement is one commit and leaves the same
 * kinds of actions and files that Delta Spark leaves, but in milliseconds. The writer knows the
 * rows of every version and the feed from what the statements mean, not from what it wrote.
 *
 * <pre>{@code
 * SilverSpec spec = SilverSpec.of(new Column("id", LONG), new Column("name", STRING));
 * SilverWriter silver = SilverWriter.create(directory, spec);
 * silver.append(List.of(spec.row(1L, "a"), spec.row(2L, "b")));
 * silver.delete(Form.DELETION_VECTOR, row -> row.get("id").equals(1L));
 * assertThat(silver.rows(silver.version())).containsExactly(spec.row(2L, "b"));
 * }</pre>
 */
public final class SilverWriter implements VersionedRows {

  /** How a statement changes rows inside of files. */
  public enum Form {
    /** Files are written anew without the old rows. */
    COPY_ON_WRITE,
    /** Old rows are marked in deletion vectors. */
    DELETION_VECTOR
  }

  /** What a statement does to its commit. */
  @FunctionalInterface
  private interface Statement {
    void run(SilverCommit commit) throws IOException;
  }

  private final Path table;
  private final SilverSpec spec;
  private final SilverFiles files;
  private final SilverClock clock;
  private final UUID id;
  private final Map<String, String> properties;
  private final SilverVersions versions = new SilverVersions();
  private List<Column> columns;

  private SilverWriter(Path table, SilverSpec spec) {
    this.table = table;
    this.spec = spec;
    this.files = new SilverFiles(table, spec, new Random(spec.seed()));
    this.clock = new SilverClock(spec.times(), new Random(spec.seed() + 1));
    this.id = files.id();
    this.properties = new LinkedHashMap<>(spec.allProperties());
    this.columns = spec.columns();
  }

  /** Creates the table, without rows, as version 0. */
  public static SilverWriter create(Path table, SilverSpec spec) {
    return create(table, spec, List.of());
  }

  /** Creates the table with rows in version 0, as CREATE TABLE AS SELECT does. */
  public static SilverWriter create(Path table, SilverSpec spec, List<Map<String, Object>> rows) {
    SilverWriter silver = new SilverWriter(table, spec);
    silver.commit(
        "CREATE TABLE AS SELECT",
        commit -> {
          commit.action(Actions.protocol(spec));
          commit.action(silver.metadata(commit));
          commit.write(rows, true);
          commit.expect(Change.INSERT, rows);
        });
    return silver;
  }

  /** Where the table is. */
  public Path path() {
    return table;
  }

  /** What it was created as. */
  public SilverSpec spec() {
    return spec;
  }

  /** The {@code id} of its metadata. */
  public UUID tableId() {
    return id;
  }

  @Override
  public long version() {
    return versions.newest();
  }

  @Override
  public Instant time(long version) {
    return versions.time(version);
  }

  @Override
  public List<String> columnNames(long version) {
    return versions.columns(version).stream().map(Column::name).toList();
  }

  @Override
  public List<Map<String, Object>> rows(long version) {
    return versions.rows(version);
  }

  /** The rows of the newest version. */
  public List<Map<String, Object>> rows() {
    return rows(version());
  }

  /**
   * The feed of a range of versions, both included: what the statements meant, also in versions
   * where the table has its feed switched off.
   */
  public List<FeedRow> feed(long from, long to) {
    return versions.feed(from, to);
  }

  /** Limits how many rows go into one file, and into one of its row groups, from now on. */
  public void limitFiles(int rowsOfFile, int rowsOfGroup) {
    files.limit(rowsOfFile, rowsOfGroup);
  }

  /** INSERT. */
  public long append(List<Map<String, Object>> rows) {
    return commit(
        "WRITE",
        commit -> {
          commit.write(rows, true);
          commit.expect(Change.INSERT, rows);
        });
  }

  /** UPDATE. */
  public long update(Form form, Function<Map<String, Object>, Effect> effect) {
    return merge(form, effect, List.of());
  }

  /** MERGE: rows that are there are changed or deleted, others are inserted. */
  public long merge(
      Form form, Function<Map<String, Object>, Effect> effect, List<Map<String, Object>> inserted) {
    return commit(
        "MERGE",
        commit -> {
          List<Map<String, Object>> written = new ArrayList<>();
          boolean touched = false;
          for (SilverFile file : List.copyOf(active().values())) {
            touched |= commit.change(form, file, effect, written);
          }
          written.addAll(inserted);
          commit.expect(Change.INSERT, inserted);
          commit.write(written, true);
          commit.countMergedRows();
          if (touched && feedOn()) {
            commit.writeChanges();
          }
        });
  }

  /** DELETE; by deletion vectors it leaves no change files. */
  public long delete(Form form, Predicate<Map<String, Object>> which) {
    return commit(
        "DELETE",
        commit -> {
          List<Map<String, Object>> kept = new ArrayList<>();
          boolean touched = false;
          for (SilverFile file : List.copyOf(active().values())) {
            touched |=
                commit.change(
                    form, file, row -> which.test(row) ? Effect.delete() : Effect.keep(), kept);
          }
          commit.write(kept, true);
          if (touched && form == Form.COPY_ON_WRITE && feedOn()) {
            commit.writeChanges();
          }
        });
  }

  /** INSERT OVERWRITE of the whole table: every row goes, even if an equal one comes. */
  public long overwrite(List<Map<String, Object>> rows) {
    return overwrite(partition -> true, rows);
  }

  /** Replaces whole partitions; the predicate sees partition values as the log spells them. */
  public long overwrite(Predicate<Map<String, String>> partitions, List<Map<String, Object>> rows) {
    return commit(
        "WRITE",
        commit -> {
          for (SilverFile file : List.copyOf(active().values())) {
            if (partitions.test(file.partition())) {
              commit.remove(file, true);
              commit.expect(Change.DELETE, file.liveRows());
            }
          }
          commit.write(rows, true);
          commit.expect(Change.INSERT, rows);
        });
  }

  /** RESTORE: the files and deletion vectors of an earlier version come back. */
  public long restore(long version) {
    return commit("RESTORE", commit -> commit.restore(versions.files(version)));
  }

  /** OPTIMIZE: the files of each partition become one; no row changes. */
  public long optimize() {
    return commit(
        "OPTIMIZE",
        commit -> {
          List<Map<String, Object>> rows = new ArrayList<>();
          for (SilverFile file : List.copyOf(active().values())) {
            commit.remove(file, false);
            rows.addAll(file.liveRows());
          }
          commit.write(rows, false);
        });
  }

  /** A MERGE that matches nothing and writes files anew all the same: not a change. */
  public long idleMerge() {
    return commit(
        "MERGE",
        commit -> {
          commit.countMergedRows();
          for (SilverFile file : active().values().stream().limit(1).toList()) {
            commit.remove(file, true);
            commit.write(file.liveRows(), true);
          }
        });
  }

  /** A commit that has no actions but its commit information. */
  public long touch() {
    return commit("WRITE", commit -> {});
  }

  /** Sets a table property; nothing else changes. */
  public long setProperty(String name, String value) {
    properties.put(name, value);
    return commit("SET TBLPROPERTIES", commit -> commit.action(metadata(commit)));
  }

  /** Adds a column, null in all rows. */
  public long addColumn(Column column) {
    List<Column> wider = new ArrayList<>(columns);
    wider.add(column);
    columns = List.copyOf(wider);
    return commit("ADD COLUMNS", commit -> commit.action(metadata(commit)));
  }

  /** ALTER COLUMN … TYPE: a wider type; the files stay as they are. */
  public long widenColumn(String name, ColumnType type) {
    columns =
        columns.stream()
            .map(column -> column.name().equals(name) ? new Column(name, type) : column)
            .toList();
    return commit(
        "CHANGE COLUMN",
        commit -> {
          commit.action(metadata(commit));
          commit.rowsAre(row -> widened(row, name, type));
        });
  }

  private static Map<String, Object> widened(
      Map<String, Object> row, String name, ColumnType type) {
    Map<String, Object> wider = new LinkedHashMap<>(row);
    wider.computeIfPresent(
        name,
        (column, value) ->
            switch (type.kind()) {
              case LONG -> ((Number) value).longValue();
              case DOUBLE -> ((Number) value).doubleValue();
              case DECIMAL -> new BigDecimal(value.toString()).setScale(type.scale());
              default -> throw new IllegalArgumentException("Not a wider type: " + type);
            });
    return Collections.unmodifiableMap(wider);
  }

  /** DROP COLUMN, as far as readers see it: the files stay as they are. */
  public long dropColumn(String name) {
    columns = columns.stream().filter(column -> !column.name().equals(name)).toList();
    return commit("DROP COLUMNS", commit -> commit.action(metadata(commit)));
  }

  /** CREATE OR REPLACE TABLE AS SELECT: every row goes, and others come under other columns. */
  public long replace(List<Column> newColumns, List<Map<String, Object>> rows) {
    columns = List.copyOf(newColumns);
    return commit(
        "CREATE OR REPLACE TABLE AS SELECT",
        commit -> {
          commit.action(metadata(commit));
          for (SilverFile file : List.copyOf(active().values())) {
            commit.remove(file, true);
            commit.expect(Change.DELETE, file.liveRows());
          }
          commit.write(rows, true);
          commit.expect(Change.INSERT, rows);
        });
  }

  /**
   * Writes a checkpoint of the newest version, no new version. There is none after a RESTORE that
   * brought files back: Kernel would leave their tombstones in it, and Delta Spark would take them
   * for deleted.
   */
  public void checkpoint() {
    if (!versions.haveFilesComeBack()) {
      KernelFiles.checkpoint(table);
    }
  }

  /** Sums up the newest commits in a log compaction file, if there are so many. */
  public void compactLog(int commits) {
    if (version() >= commits) {
      try {
        LogCompaction.write(table, version() - commits + 1, version());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private Map<String, SilverFile> active() {
    return versions.files(versions.newest());
  }

  private boolean feedOn() {
    return Boolean.parseBoolean(properties.get("delta.enableChangeDataFeed"));
  }

  private ObjectNode metadata(SilverCommit commit) {
    return Actions.metadata(
        id, files.names().schema(columns), spec.partitionBy(), properties, commit.times().file());
  }

  private long commit(String operation, Statement statement) {
    try {
      SilverCommit commit =
          new SilverCommit(table, versions.newest() + 1, clock.next(), files, columns, active());
      statement.run(commit);
      Map<String, SilverFile> after = commit.commit(operation);
      return versions.add(commit.times().commit(), columns, after, commit.expected());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
