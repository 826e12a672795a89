package io.deltascd.history;

import static io.deltascd.history.Rows.change;
import static io.deltascd.history.Rows.snapshot;
import static org.apache.flink.types.RowKind.DELETE;
import static org.apache.flink.types.RowKind.INSERT;
import static org.apache.flink.types.RowKind.UPDATE_AFTER;
import static org.apache.flink.types.RowKind.UPDATE_BEFORE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.history.Scd2Rules.Effect;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.HistorySettings.Deletes;
import io.deltascd.model.HistorySettings.DuplicateKeys;
import io.deltascd.model.Key;
import io.deltascd.model.PipelineException;
import io.deltascd.model.WireRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.junit.jupiter.api.Test;

/** What each setting of history changes in the table of the semantics page, section 3. */
class Scd2SettingsTest {
  private static final HistorySettings TRACKING_NAME =
      settings(Deletes.CLOSE, List.of(), List.of("name"));
  private static final HistorySettings IGNORING = settings(Deletes.IGNORE, List.of(), List.of());

  @Test
  void anUntrackedColumnChangesTheOpenRowInPlace() throws Exception {
    Gold gold = new Gold(TRACKING_NAME);
    gold.apply(Effect.OPENED, change(INSERT, 3, 1, "Mouse", 5));
    long hash = gold.state.rowHash();
    gold.apply(
        Effect.UPDATED,
        change(UPDATE_BEFORE, 4, 1, "Mouse", 5),
        change(UPDATE_AFTER, 4, 1, "Mouse", 6));
    assertThat(gold.done).containsExactly("put Mouse/5 from 3", "put Mouse/6 from 3");
    assertThat(gold.state).isEqualTo(new KeyState(4, Rows.time(3), 3, null, 0, true, hash));
  }

  @Test
  void aRowEndsWithItsLastUntrackedValues() throws Exception {
    Gold gold = new Gold(TRACKING_NAME);
    gold.apply(Effect.OPENED, change(INSERT, 3, 1, "Mouse", 5));
    gold.apply(
        Effect.UPDATED,
        change(UPDATE_BEFORE, 4, 1, "Mouse", 5),
        change(UPDATE_AFTER, 4, 1, "Mouse", null));
    gold.apply(
        Effect.CLOSED_AND_OPENED,
        change(UPDATE_BEFORE, 5, 1, "Mouse", null),
        change(UPDATE_AFTER, 5, 1, "Rat", 7));
    gold.apply(
        Effect.UPDATED,
        change(UPDATE_BEFORE, 6, 1, "Rat", 7),
        change(UPDATE_AFTER, 6, 1, "Rat", 8));
    gold.apply(Effect.CLOSED, change(DELETE, 7, 1, "Rat", 8));
    assertThat(gold.done)
        .containsExactly(
            "put Mouse/5 from 3",
            "put Mouse/null from 3",
            "append Mouse/null [3, 5)",
            "put Rat/7 from 5",
            "put Rat/8 from 5",
            "append Rat/8 [5, 7)",
            "remove");
  }

  @Test
  void equalRowsDoNothingWhateverIsTracked() throws Exception {
    Gold gold = new Gold(TRACKING_NAME);
    gold.apply(Effect.OPENED, change(INSERT, 3, 1, "Mouse", 5));
    gold.apply(
        Effect.UNCHANGED, change(DELETE, 4, 1, "Mouse", 5), change(INSERT, 4, 1, "Mouse", 5));
    assertThat(gold.done).containsExactly("put Mouse/5 from 3");
  }

  @Test
  void aColumnThatGoldDoesNotKeepDoesNothing() throws Exception {
    for (List<String> tracked : List.of(List.<String>of(), List.of("id"), List.of("name"))) {
      Gold gold = new Gold(settings(Deletes.CLOSE, List.of("name", "id"), tracked));
      gold.apply(Effect.OPENED, change(INSERT, 3, 1, "Mouse", 5));
      gold.apply(
          Effect.UNCHANGED,
          change(UPDATE_BEFORE, 4, 1, "Mouse", 5),
          change(UPDATE_AFTER, 4, 1, "Mouse", 6));
      assertThat(gold.done).containsExactly("put Mouse/5 from 3");
    }
  }

  @Test
  void aPreimageIsCheckedByItsTrackedColumns() throws Exception {
    Gold gold = new Gold(TRACKING_NAME);
    gold.apply(Effect.OPENED, change(INSERT, 3, 1, "Mouse", 5));
    gold.refuses("is not the one that is open", change(DELETE, 4, 1, "Rat", 5));
    gold.apply(Effect.CLOSED, change(DELETE, 4, 1, "Mouse", 9));
  }

  @Test
  void anIgnoredDeletionLeavesTheRowOpen() throws Exception {
    Gold gold = new Gold(IGNORING);
    gold.apply(Effect.OPENED, change(INSERT, 3, 1, "Mouse", 5));
    gold.apply(Effect.IGNORED, change(DELETE, 4, 1, "Mouse", 5));
    assertThat(gold.done).containsExactly("put Mouse/5 from 3");
    assertThat(gold.state.writtenVersion()).isEqualTo(3);
  }

  @Test
  void anInsertAfterAnIgnoredDeletionIsAnUpdate() throws Exception {
    Gold gold = new Gold(IGNORING);
    gold.apply(Effect.OPENED, change(INSERT, 3, 1, "Mouse", 5));
    gold.apply(Effect.IGNORED, change(DELETE, 4, 1, "Mouse", 5));
    gold.apply(Effect.CLOSED_AND_OPENED, change(INSERT, 6, 1, "Rat", 5));
    gold.apply(Effect.IGNORED, change(DELETE, 7, 1, "Rat", 5));
    gold.apply(Effect.UNCHANGED, change(INSERT, 8, 1, "Rat", 5));
    gold.apply(
        Effect.CLOSED_AND_OPENED,
        change(UPDATE_BEFORE, 9, 1, "Rat", 5),
        change(UPDATE_AFTER, 9, 1, "Vole", 5));
    assertThat(gold.done)
        .containsExactly(
            "put Mouse/5 from 3",
            "append Mouse/5 [3, 6)",
            "put Rat/5 from 6",
            "append Rat/5 [6, 9)",
            "put Vole/5 from 9");
    assertThat(gold.openRows.rows).isEmpty();
  }

  @Test
  void aDeletedRowThatComesBackWithOtherUntrackedValuesIsUpdated() throws Exception {
    Gold gold = new Gold(settings(Deletes.IGNORE, List.of(), List.of("name")));
    gold.apply(Effect.OPENED, change(INSERT, 3, 1, "Mouse", 5));
    gold.apply(Effect.IGNORED, change(DELETE, 4, 1, "Mouse", 5));
    gold.apply(Effect.UPDATED, change(INSERT, 6, 1, "Mouse", 9));
    assertThat(gold.done).containsExactly("put Mouse/5 from 3", "put Mouse/9 from 3");
  }

  @Test
  void whatDoesNotFitIsRefusedWhereDeletesAreIgnoredToo() throws Exception {
    Gold gold = new Gold(IGNORING);
    gold.refuses("no record is open", change(DELETE, 2, 1, "Mouse", 5));
    gold.apply(Effect.OPENED, change(INSERT, 3, 1, "Mouse", 5));
    gold.refuses("a record is open already", change(INSERT, 4, 1, "Rat", 5));
    gold.refuses("is not the one that is open", change(DELETE, 4, 1, "Rat", 5));
    gold.apply(Effect.IGNORED, change(DELETE, 4, 1, "Mouse", 5));
    gold.refuses("had been deleted before", change(DELETE, 5, 1, "Mouse", 5));
    gold.refuses(
        "had been deleted before",
        change(UPDATE_BEFORE, 5, 1, "Mouse", 5),
        change(UPDATE_AFTER, 5, 1, "Rat", 5));
  }

  @Test
  void theGreatestOfSeveralRowsCountsInWhateverOrder() throws Exception {
    List<WireRecord> rows =
        List.of(
            change(INSERT, 3, 1, "Zebra", null),
            change(INSERT, 3, 1, "Yak", 5),
            change(INSERT, 3, 1, "Cat", 7),
            change(INSERT, 3, 1, "Rat", 7));
    for (int first = 0; first < rows.size(); first++) {
      List<WireRecord> turned = new ArrayList<>(rows.subList(first, rows.size()));
      turned.addAll(rows.subList(0, first));
      Gold gold = new Gold(keepingLast("stock"));
      gold.apply(Effect.OPENED, turned.toArray(WireRecord[]::new));
      assertThat(gold.done).containsExactly("put Rat/7 from 3");
      assertThat(gold.rules.takeDuplicates()).isEqualTo(3);
    }
  }

  @Test
  void withoutASequenceTheCanonicalBytesDecide() throws Exception {
    Gold gold = new Gold(keepingLast());
    gold.apply(
        Effect.OPENED,
        change(INSERT, 3, 1, "b", 1),
        change(INSERT, 3, 1, "b", 2),
        change(INSERT, 3, 1, "ab", 9),
        change(INSERT, 3, 1, null, 9));
    assertThat(gold.done).containsExactly("put b/2 from 3");
  }

  @Test
  void aSequenceHasTheOrderOfItsValuesNotOfTheirBytes() throws Exception {
    Gold gold = new Gold(keepingLast("stock"));
    gold.apply(Effect.OPENED, change(INSERT, 3, 1, "b", -2), change(INSERT, 3, 1, "a", 1));
    assertThat(gold.done).containsExactly("put a/1 from 3");
  }

  @Test
  void rowsOfTheSnapshotAreAVersionLikeAnyOther() throws Exception {
    Gold gold = new Gold(keepingLast("stock"));
    gold.apply(Effect.OPENED, snapshot(2, 1, "Mouse", 5), snapshot(2, 1, "Rat", 4));
    assertThat(gold.done).containsExactly("put Mouse/5 from 2");
  }

  @Test
  void anInsertForAnOpenKeyEndsTheRowThatIsOpen() throws Exception {
    Gold gold = new Gold(keepingLast());
    gold.apply(Effect.OPENED, change(INSERT, 3, 1, "Mouse", 5));
    gold.apply(Effect.CLOSED_AND_OPENED, change(INSERT, 4, 1, "Cat", 1));
    gold.apply(Effect.UNCHANGED, change(INSERT, 5, 1, "Cat", 1));
    assertThat(gold.done)
        .containsExactly("put Mouse/5 from 3", "append Mouse/5 [3, 4)", "put Cat/1 from 4");
    assertThat(gold.rules.takeDuplicates()).isEqualTo(2);
    assertThat(gold.rules.takeDuplicates()).isZero();
    assertThat(gold.rejected).as("the rows replaced did count").isEmpty();
  }

  @Test
  void anUpdateOfAnotherRowEndsTheRowThatIsOpenWithItsOwnValues() throws Exception {
    Gold gold = new Gold(keepingLast());
    gold.apply(Effect.OPENED, change(INSERT, 3, 1, "Rat", 5), change(INSERT, 3, 1, "Cat", 1));
    gold.apply(
        Effect.CLOSED_AND_OPENED,
        change(UPDATE_BEFORE, 4, 1, "Cat", 1),
        change(UPDATE_AFTER, 4, 1, "Cat", 2));
    assertThat(gold.done)
        .containsExactly("put Rat/5 from 3", "append Rat/5 [3, 4)", "put Cat/2 from 4");
  }

  @Test
  void onlyTheOpenRowCanBeTakenAway() throws Exception {
    Gold gold = new Gold(keepingLast());
    gold.apply(Effect.OPENED, change(INSERT, 3, 1, "Rat", 5), change(INSERT, 3, 1, "Cat", 1));
    gold.apply(Effect.IGNORED, change(DELETE, 4, 1, "Cat", 1));
    gold.apply(Effect.CLOSED, change(DELETE, 5, 1, "Cat", 1), change(DELETE, 5, 1, "Rat", 5));
    gold.apply(Effect.IGNORED, change(DELETE, 6, 1, "Cat", 1));
    gold.apply(
        Effect.OPENED, change(UPDATE_BEFORE, 7, 1, "Cat", 1), change(UPDATE_AFTER, 7, 1, "Cat", 2));
    assertThat(gold.done)
        .containsExactly("put Rat/5 from 3", "append Rat/5 [3, 5)", "remove", "put Cat/2 from 7");
    assertThat(gold.openRows.rows).hasSize(1);
    assertThat(gold.rules.takeDuplicates()).isEqualTo(1 + 1 + 1 + 1 + 1);
    assertThat(gold.rejected)
        .as("one that lost, and those taken away that gold did not have")
        .extracting(row -> row.rowKind().shortString() + " v" + row.version())
        .containsExactly("+I v3", "-D v4", "-D v5", "-D v6", "-U v7");
  }

  @Test
  void anOverwriteWithEqualRowsDoesNothing() throws Exception {
    Gold gold = new Gold(keepingLast());
    gold.apply(Effect.OPENED, change(INSERT, 3, 1, "Rat", 5), change(INSERT, 3, 1, "Cat", 1));
    gold.apply(
        Effect.UNCHANGED,
        change(DELETE, 4, 1, "Cat", 1),
        change(INSERT, 4, 1, "Rat", 5),
        change(DELETE, 4, 1, "Rat", 5),
        change(INSERT, 4, 1, "Cat", 1));
    assertThat(gold.done).containsExactly("put Rat/5 from 3");
  }

  private static HistorySettings settings(
      Deletes deletes, List<String> columns, List<String> tracked) {
    return new HistorySettings(null, null, deletes, columns, tracked, null, null, null);
  }

  /** The same from a feed and from files, which bring the row that did not change as well. */
  @Test
  void rowsThatDidNotChangeNeitherWinNorLose() throws Exception {
    Gold feed = new Gold(keepingLast());
    Gold files = new Gold(keepingLast());
    for (Gold gold : List.of(feed, files)) {
      gold.apply(Effect.OPENED, change(INSERT, 3, 1, "Mouse", 5), change(INSERT, 3, 1, "Rat", 5));
      gold.rejected.clear();
      gold.done.clear();
    }
    feed.apply(
        Effect.UNCHANGED,
        change(UPDATE_BEFORE, 4, 1, "Mouse", 5),
        change(UPDATE_AFTER, 4, 1, "Mouse", 5));
    files.apply(
        Effect.UNCHANGED,
        change(DELETE, 4, 1, "Mouse", 5),
        change(DELETE, 4, 1, "Rat", 5),
        change(INSERT, 4, 1, "Rat", 5),
        change(INSERT, 4, 1, "Mouse", 5));
    feed.apply(
        Effect.CLOSED_AND_OPENED,
        change(UPDATE_BEFORE, 5, 1, "Rat", 5),
        change(UPDATE_AFTER, 5, 1, "Ant", 5));
    files.apply(
        Effect.CLOSED_AND_OPENED,
        change(INSERT, 5, 1, "Mouse", 5),
        change(INSERT, 5, 1, "Ant", 5),
        change(DELETE, 5, 1, "Rat", 5),
        change(DELETE, 5, 1, "Mouse", 5));
    assertThat(feed.done).isNotEmpty().isEqualTo(files.done);
    assertThat(feed.rejected).isEmpty();
    assertThat(files.rejected).isEmpty();
  }

  private static HistorySettings keepingLast(String... sequence) {
    return new HistorySettings(
        null, null, null, null, null, null, DuplicateKeys.KEEP_LAST, List.of(sequence));
  }

  /** Notes what is done to one key, with the rows. */
  private static final class Gold implements HistoryWriter {
    private final List<String> done = new ArrayList<>();
    private final Kept openRows = new Kept();
    private final List<WireRecord> rejected = new ArrayList<>();
    private final Scd2Rules rules;
    @Nullable private KeyState state;

    Gold(HistorySettings settings) {
      rules =
          new Scd2Rules(
              new Scd2Rules.Subject("/silver", Rows.KEYS, false),
              settings,
              id -> Rows.COLUMNS,
              openRows,
              rejected::add);
    }

    void apply(Effect expected, WireRecord... rows) throws Exception {
      assertThat(rules.apply(state, change(rows), this)).isEqualTo(expected);
    }

    void refuses(String found, WireRecord... rows) {
      List<String> before = List.copyOf(done);
      assertThatThrownBy(() -> rules.apply(state, change(rows), this))
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining(found);
      assertThat(done).isEqualTo(before);
    }

    private static KeyChange change(WireRecord... rows) {
      KeyChange change = new KeyChange();
      for (WireRecord row : rows) {
        change.add(row);
      }
      return change;
    }

    @Override
    public void appendClosed(WireRecord row, KeyState open, WireRecord end) {
      assertThat(open).isEqualTo(state);
      assertThat(end.timeMicros()).isEqualTo(Rows.time(end.version()));
      done.add("append %s [%d, %d)".formatted(text(row), seconds(open), end.version()));
    }

    @Override
    public void putCurrent(WireRecord row, @Nullable KeyState before, KeyState after) {
      assertThat(before).isEqualTo(state);
      done.add("put %s from %d".formatted(text(row), seconds(after)));
      state = after;
    }

    @Override
    public void removeCurrent(Key key, KeyState before) {
      assertThat(before).isEqualTo(state);
      done.add("remove");
      state = null;
    }

    private static long seconds(KeyState state) {
      return state.validFromMicros() / 1_000_000;
    }

    private static String text(WireRecord record) {
      BinaryRowData row = new BinaryRowData(3);
      row.pointTo(MemorySegmentFactory.wrap(record.row()), 0, record.row().length);
      return row.getString(1) + "/" + (row.isNullAt(2) ? null : row.getInt(2));
    }
  }

  private static final class Kept implements OpenRows {
    private final Map<Key, WireRecord> rows = new HashMap<>();

    @Override
    public WireRecord get(Key key) {
      return rows.get(key);
    }

    @Override
    public void put(WireRecord row) {
      rows.put(row.key(), row);
    }

    @Override
    public void remove(Key key) {
      rows.remove(key);
    }
  }
}
