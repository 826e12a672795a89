package io.deltascd.testing;

import static io.deltascd.testing.FeedRow.Change.DELETE;
import static io.deltascd.testing.FeedRow.Change.INSERT;
import static io.deltascd.testing.FeedRow.Change.UPDATE_POSTIMAGE;
import static io.deltascd.testing.FeedRow.Change.UPDATE_PREIMAGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.testing.SilverWriter.Form;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements whose rows, feed and actions are worked out by hand. */
class SilverWriterTest {

  private static final SilverSpec SPEC =
      SilverSpec.of(
          new Column("id", ColumnType.LONG),
          new Column("name", ColumnType.STRING),
          new Column("region", ColumnType.STRING));

  @TempDir private Path table;
  private SilverWriter silver;

  @BeforeEach
  void create() {
    silver =
        SilverWriter.create(
            table,
            SPEC.withPartitions("region"),
            List.of(row(1, "a", "north"), row(2, "b", "north"), row(3, "c", null)));
  }

  @Test
  void createsWithRows() {
    assertRows(row(1, "a", "north"), row(2, "b", "north"), row(3, "c", null));
    assertFeed(
        change(INSERT, row(1, "a", "north")),
        change(INSERT, row(2, "b", "north")),
        change(INSERT, row(3, "c", null)));
    assertActions(2, 0, 0);
  }

  @Test
  void appends() {
    silver.append(List.of(row(4, "d", "a b:c/d%e")));
    assertRows(
        row(1, "a", "north"), row(2, "b", "north"), row(3, "c", null), row(4, "d", "a b:c/d%e"));
    assertFeed(change(INSERT, row(4, "d", "a b:c/d%e")));
    assertActions(1, 0, 0);
  }

  @Test
  void updatesByCopy() {
    silver.update(Form.COPY_ON_WRITE, set(1, row(1, "z", null)));
    assertRows(row(1, "z", null), row(2, "b", "north"), row(3, "c", null));
    assertFeed(
        change(UPDATE_PREIMAGE, row(1, "a", "north")), change(UPDATE_POSTIMAGE, row(1, "z", null)));
    assertActions(2, 1, 2);
  }

  @Test
  void updatesByDeletionVector() {
    silver.update(Form.DELETION_VECTOR, set(1, row(1, "z", "north")));
    assertRows(row(1, "z", "north"), row(2, "b", "north"), row(3, "c", null));
    assertFeed(
        change(UPDATE_PREIMAGE, row(1, "a", "north")),
        change(UPDATE_POSTIMAGE, row(1, "z", "north")));
    assertActions(2, 1, 1);
  }

  @Test
  void mergesADeleteAndAnInsertOfOneKey() {
    silver.merge(
        Form.DELETION_VECTOR,
        row -> is(row, 2) ? Effect.delete() : Effect.keep(),
        List.of(row(2, "y", "north")));
    assertRows(row(1, "a", "north"), row(2, "y", "north"), row(3, "c", null));
    assertFeed(change(DELETE, row(2, "b", "north")), change(INSERT, row(2, "y", "north")));
    assertActions(2, 1, 1);
  }

  @Test
  void deletesByDeletionVectorWithoutChangeFiles() {
    silver.delete(Form.DELETION_VECTOR, row -> is(row, 1));
    assertFeed(change(DELETE, row(1, "a", "north")));
    assertActions(1, 1, 0);
    silver.delete(Form.DELETION_VECTOR, row -> is(row, 2));
    assertRows(row(3, "c", null));
    assertFeed(change(DELETE, row(2, "b", "north")));
    assertActions(0, 1, 0);
  }

  @Test
  void deletesByCopyWithChangeFiles() {
    silver.delete(Form.COPY_ON_WRITE, row -> is(row, 1));
    assertRows(row(2, "b", "north"), row(3, "c", null));
    assertFeed(change(DELETE, row(1, "a", "north")));
    assertActions(1, 1, 1);
  }

  @Test
  void overwritesWithEqualRows() {
    silver.overwrite(List.of(row(1, "a", "north"), row(2, "b", "north"), row(3, "c", null)));
    assertRows(row(1, "a", "north"), row(2, "b", "north"), row(3, "c", null));
    assertThat(silver.feed(1, 1)).hasSize(6);
    assertActions(2, 2, 0);
  }

  @Test
  void overwritesAPartition() {
    silver.overwrite(p -> p.get("region") == null, List.of(row(3, "x", null)));
    assertRows(row(1, "a", "north"), row(2, "b", "north"), row(3, "x", null));
    assertFeed(change(DELETE, row(3, "c", null)), change(INSERT, row(3, "x", null)));
    assertActions(1, 1, 0);
  }

  @Test
  void restoresMarkedRowsAndLostFiles() {
    silver.delete(Form.DELETION_VECTOR, row -> !is(row, 2));
    silver.append(List.of(row(9, "new", "south")));
    silver.restore(0);
    assertRows(row(1, "a", "north"), row(2, "b", "north"), row(3, "c", null));
    assertFeed(
        change(INSERT, row(1, "a", "north")),
        change(INSERT, row(3, "c", null)),
        change(DELETE, row(9, "new", "south")));
    assertActions(2, 2, 0);
  }

  @Test
  void changesNothing() {
    silver.delete(Form.DELETION_VECTOR, row -> is(row, 1));
    List<Map<String, Object>> rows = silver.rows();
    silver.optimize();
    assertActions(2, 2, 0);
    silver.idleMerge();
    assertActions(1, 1, 0);
    silver.touch();
    assertActions(0, 0, 0);
    silver.setProperty("owner", "nobody");
    assertThat(silver.feed(2, silver.version())).isEmpty();
    for (long version = 2; version <= silver.version(); version++) {
      GoldChecker.assertRows(DeltaRows.of(table, version), rows);
    }
  }

  @Test
  void addsAColumn() {
    silver.addColumn(new Column("price", ColumnType.decimal(10, 2)));
    assertThat(silver.rows()).allSatisfy(row -> assertThat(row).containsEntry("price", null));
    GoldChecker.assertRows(DeltaRows.of(table), silver.rows());
    GoldChecker.assertRows(DeltaRows.of(table, 0), silver.rows(0));
  }

  private void assertRows(Map<?, ?>... rows) {
    assertThat(silver.rows()).containsExactlyInAnyOrder(maps(rows));
    GoldChecker.assertRows(DeltaRows.of(table), silver.rows());
  }

  private void assertFeed(FeedRow... rows) {
    long newest = silver.version();
    assertThat(silver.feed(newest, newest)).containsExactlyInAnyOrder(rows);
    assertThat(ChangeReader.feed(table, newest, newest)).containsExactlyInAnyOrder(rows);
  }

  private void assertActions(int adds, int removes, int changeFiles) {
    DeltaLog.Commit commit = DeltaLog.commits(table).get((int) silver.version());
    assertThat(List.of(commit.count("add"), commit.count("remove"), commit.count("cdc")))
        .containsExactly(adds, removes, changeFiles);
  }

  private FeedRow change(FeedRow.Change change, Map<String, Object> row) {
    return new FeedRow(change, silver.version(), silver.time(silver.version()), row);
  }

  private static java.util.function.Function<Map<String, Object>, Effect> set(
      long id, Map<String, Object> to) {
    return row -> is(row, id) ? Effect.update(to) : Effect.keep();
  }

  private static boolean is(Map<String, Object> row, long id) {
    return row.get("id").equals(id);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object>[] maps(Map<?, ?>... rows) {
    return (Map<String, Object>[]) rows;
  }

  private static Map<String, Object> row(long id, String name, String region) {
    return SPEC.row(id, name, region);
  }
}
