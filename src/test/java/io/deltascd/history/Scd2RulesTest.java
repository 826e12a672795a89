package io.deltascd.history;

import static io.deltascd.history.Rows.change;
import static io.deltascd.history.Rows.snapshot;
import static io.deltascd.history.Rows.time;
import static org.apache.flink.types.RowKind.DELETE;
import static org.apache.flink.types.RowKind.INSERT;
import static org.apache.flink.types.RowKind.UPDATE_AFTER;
import static org.apache.flink.types.RowKind.UPDATE_BEFORE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.FileId;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.IndexEntry;
import io.deltascd.model.Key;
import io.deltascd.model.PipelineException;
import io.deltascd.model.WireRecord;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.junit.jupiter.api.Test;

/** The table of the semantics page, section 3, row by row. */
class Scd2RulesTest {
  private final Scd2Rules rules =
      new Scd2Rules(
          new Scd2Rules.Subject("/silver", Rows.KEYS, false),
          HistorySettings.DEFAULT,
          id -> Rows.COLUMNS,
          OpenRows.NONE,
          RejectedRows.NONE);
  private final Gold gold = new Gold();

  @Test
  void opensWhereNothingWas() throws Exception {
    assertThat(apply(change(INSERT, 3, 1, "Mouse", 5))).isEqualTo(Scd2Rules.Effect.OPENED);
    assertThat(gold.done).containsExactly("put v3 from 3");
    assertThat(gold.state.validFromMicros()).isEqualTo(time(3));
    assertThat(gold.state.validFromVersion()).isEqualTo(3);
  }

  @Test
  void opensRowsOfTheFirstSnapshot() throws Exception {
    rules.open(snapshot(2, 1, "Mouse", 5), null, gold);
    assertThat(gold.done).containsExactly("put v2 from 2");
  }

  @Test
  void closesWhatIsDeleted() throws Exception {
    apply(change(INSERT, 3, 1, "Mouse", 5));
    assertThat(apply(change(DELETE, 4, 1, "Mouse", 5))).isEqualTo(Scd2Rules.Effect.CLOSED);
    assertThat(gold.done).containsExactly("put v3 from 3", "append [3, 4)", "remove");
    assertThat(gold.state).isNull();
  }

  @Test
  void closesAndOpensAtTheSameInstant() throws Exception {
    apply(change(INSERT, 3, 1, "Mouse", 5));
    assertThat(
            apply(change(UPDATE_AFTER, 4, 1, "Mouse", 6), change(UPDATE_BEFORE, 4, 1, "Mouse", 5)))
        .isEqualTo(Scd2Rules.Effect.CLOSED_AND_OPENED);
    assertThat(gold.done).containsExactly("put v3 from 3", "append [3, 4)", "put v4 from 4");
  }

  @Test
  void leavesEqualRowsAlone() throws Exception {
    apply(change(INSERT, 3, 1, "Mouse", null));
    assertThat(apply(change(DELETE, 4, 1, "Mouse", null), change(INSERT, 4, 1, "Mouse", null)))
        .isEqualTo(Scd2Rules.Effect.UNCHANGED);
    assertThat(gold.done).containsExactly("put v3 from 3");
  }

  @Test
  void tellsNullFromEmpty() throws Exception {
    apply(change(INSERT, 3, 1, null, 5));
    assertThat(apply(change(UPDATE_BEFORE, 4, 1, null, 5), change(UPDATE_AFTER, 4, 1, "", 5)))
        .isEqualTo(Scd2Rules.Effect.CLOSED_AND_OPENED);
  }

  @Test
  void leavesAGapBetweenDeleteAndInsert() throws Exception {
    apply(change(INSERT, 3, 1, "Mouse", 5));
    apply(change(DELETE, 4, 1, "Mouse", 5));
    apply(change(INSERT, 6, 1, "Mouse", 5));
    assertThat(gold.done)
        .containsExactly("put v3 from 3", "append [3, 4)", "remove", "put v6 from 6");
  }

  @Test
  void takesADeleteAndAnInsertInOneVersionForAnUpdate() throws Exception {
    apply(change(INSERT, 3, 1, "Mouse", 5));
    apply(change(INSERT, 4, 1, "Rat", 5), change(DELETE, 4, 1, "Mouse", 5));
    assertThat(gold.done).containsExactly("put v3 from 3", "append [3, 4)", "put v4 from 4");
  }

  @Test
  void namesAKeyThatTheSnapshotHasTwice() throws Exception {
    rules.open(snapshot(2, 1, "Mouse", 5), null, gold);
    assertThatThrownBy(() -> rules.open(snapshot(2, 1, "Rat", 5), gold.state, gold))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("not unique")
        .hasMessageContaining("/silver, version 2, key id=1")
        .hasMessageContaining("two rows of the snapshot");
  }

  @Test
  void refusesWhatDoesNotFitToTheState() throws Exception {
    refused("a row is taken away, but no record is open", change(DELETE, 5, 1, "Mouse", 5));
    apply(change(INSERT, 6, 1, "Mouse", 5));
    refused("a row is inserted, but a record is open already", change(INSERT, 7, 1, "Rat", 5));
    refused("is not the one that is open", change(DELETE, 7, 1, "Mouse", 4));
    refused(
        "3 change rows of one version",
        change(UPDATE_BEFORE, 7, 1, "Mouse", 5),
        change(UPDATE_AFTER, 7, 1, "Mouse", 6),
        change(UPDATE_AFTER, 7, 1, "Mouse", 7));
  }

  /** After a start without state: valid since 1 s, and the columns are not known. */
  @Test
  void takesTheWordOfSilverForARowThatIsNotKnown() throws Exception {
    gold.state = learnt();
    assertThat(
            apply(change(UPDATE_BEFORE, 5, 1, "Mouse", 5), change(UPDATE_AFTER, 5, 1, "Mouse", 5)))
        .isEqualTo(Scd2Rules.Effect.UNCHANGED);
    assertThat(apply(change(UPDATE_BEFORE, 6, 1, "Mouse", 5), change(UPDATE_AFTER, 6, 1, "Rat", 5)))
        .isEqualTo(Scd2Rules.Effect.CLOSED_AND_OPENED);
    assertThat(gold.done).containsExactly("append [1, 6)", "put v6 from 6");
    refused("is not the one that is open", change(DELETE, 7, 1, "Mouse", 5));

    gold.state = learnt();
    apply(change(DELETE, 7, 1, "Mouse", 5));
    assertThat(gold.done).endsWith("append [1, 7)", "remove");

    gold.state = learnt();
    refused("a row is inserted, but a record is open already", change(INSERT, 7, 1, "Rat", 5));
  }

  /** Someone has erased the current row before the job started without state. */
  @Test
  void aRowThatGoldLacksMayBeTakenAway() throws Exception {
    Scd2Rules lacking =
        new Scd2Rules(
            new Scd2Rules.Subject("/silver", Rows.KEYS, true),
            HistorySettings.DEFAULT,
            id -> Rows.COLUMNS,
            OpenRows.NONE,
            RejectedRows.NONE);
    assertThat(lacking.apply(null, changes(change(DELETE, 5, 1, "Mouse", 5)), gold))
        .isEqualTo(Scd2Rules.Effect.IGNORED);
    assertThat(gold.done).isEmpty();
    assertThat(
            lacking.apply(
                null,
                changes(
                    change(UPDATE_BEFORE, 6, 1, "Mouse", 5), change(UPDATE_AFTER, 6, 1, "Rat", 5)),
                gold))
        .isEqualTo(Scd2Rules.Effect.OPENED);
    assertThat(gold.done).containsExactly("put v6 from 6");
    assertThatThrownBy(
            () -> lacking.apply(gold.state, changes(change(INSERT, 7, 1, "Cat", 5)), gold))
        .hasMessageContaining("a row is inserted, but a record is open already");
  }

  /** A file that is written anew brings rows that did not change. */
  @Test
  void copiedRowsDoNotCount() throws Exception {
    assertThat(apply(change(DELETE, 4, 1, "Mouse", 5), change(INSERT, 4, 1, "Mouse", 5)))
        .isEqualTo(Scd2Rules.Effect.UNCHANGED);
    assertThat(
            apply(
                change(INSERT, 5, 1, "Rat", 6),
                change(UPDATE_BEFORE, 5, 1, "Mouse", 5),
                change(UPDATE_AFTER, 5, 1, "Mouse", 5)))
        .isEqualTo(Scd2Rules.Effect.OPENED);
    refused(
        "a row is inserted, but a record is open already",
        change(DELETE, 6, 1, "Rat", 6),
        change(INSERT, 6, 1, "Mouse", 5),
        change(INSERT, 6, 1, "Rat", 6));
  }

  /** The hash in state is of the columns of then. */
  @Test
  void rowsWrittenUnderOtherColumnsAreNotTakenForDuplicates() throws Exception {
    apply(change(INSERT, 3, 1, "Mouse", 5));
    assertThat(
            apply(
                under(4, change(DELETE, 4, 1, "Mouse", null)),
                under(4, change(INSERT, 4, 1, "Mouse", null))))
        .as("the same row without its stock")
        .isEqualTo(Scd2Rules.Effect.UNCHANGED);
    assertThat(
            apply(
                under(4, change(UPDATE_BEFORE, 6, 1, "Mouse", null)),
                under(4, change(UPDATE_AFTER, 6, 1, "Rat", null))))
        .isEqualTo(Scd2Rules.Effect.CLOSED_AND_OPENED);
    refused("is not the one that is open", under(4, change(DELETE, 7, 1, "Mouse", null)));
    apply(under(4, change(DELETE, 7, 1, "Rat", null)));
    assertThat(gold.done)
        .containsExactly(
            "put v3 from 3", "append [3, 6)", "put v6 from 6", "append [6, 7)", "remove");
  }

  private static WireRecord under(long schemaId, WireRecord row) {
    return new WireRecord(
        row.kind(),
        row.target(),
        row.rowKind(),
        row.version(),
        row.timeMicros(),
        schemaId,
        row.key(),
        row.row());
  }

  private static KeyState learnt() {
    return KeyState.learnt(
        new IndexEntry(3, new FileId(1, 2), 4, IndexEntry.UNKNOWN_VERSION)
            .toRecord(
                WireRecord.Kind.INDEX,
                0,
                4,
                snapshot(4, 1, "any", 0).key(),
                1_000_000,
                IndexEntry.NO_ROW));
  }

  private void refused(String found, WireRecord... rows) {
    List<String> before = List.copyOf(gold.done);
    assertThatThrownBy(() -> apply(rows))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(found)
        .hasMessageContaining("version " + rows[0].version() + ", key id=1");
    assertThat(gold.done).isEqualTo(before);
  }

  private Scd2Rules.Effect apply(WireRecord... changed) throws Exception {
    return rules.apply(gold.state, changes(changed), gold);
  }

  private static KeyChange changes(WireRecord... changed) {
    KeyChange change = new KeyChange();
    for (WireRecord row : changed) {
      change.add(row);
    }
    return change;
  }

  /** Notes what is done to one key. */
  private static final class Gold implements HistoryWriter {
    private final List<String> done = new ArrayList<>();
    @Nullable private KeyState state;

    @Override
    public void appendClosed(WireRecord row, KeyState open, WireRecord end) {
      done.add(
          "append ["
              + open.validFromMicros() / 1_000_000
              + ", "
              + end.timeMicros() / 1_000_000
              + ")");
    }

    @Override
    public void putCurrent(WireRecord row, @Nullable KeyState before, KeyState after) {
      assertThat(before).isEqualTo(state);
      done.add("put v" + row.version() + " from " + after.validFromMicros() / 1_000_000);
      state = after;
    }

    @Override
    public void removeCurrent(Key key, KeyState before) {
      assertThat(before).isEqualTo(state);
      done.add("remove");
      state = null;
    }
  }
}
