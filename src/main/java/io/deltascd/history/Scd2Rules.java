package io.deltascd.history;

import io.deltascd.model.HistorySettings;
import io.deltascd.model.PipelineException;
import io.deltascd.model.WireRecord;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/**
 * Slowly changing dimension, type 2: a key is absent or has one open record. Within a version equal
 * rows taken away and added cancel out, one for one, since files bring rows that were merely copied
 * where a feed does not. Of the others everything is taken away first, then added:
 *
 * <table>
 * <caption>Effect of a version on gold</caption>
 * <tr><th>before</th><th>after</th><th>effect</th></tr>
 * <tr><td>absent</td><td>row</td><td>open at the commit time</td></tr>
 * <tr><td>row</td><td>absent</td><td>close at the commit time; nothing if deletes are
 *     ignored</td></tr>
 * <tr><td>row</td><td>different row</td><td>close the old, open the new at the same instant</td></tr>
 * <tr><td>row</td><td>other values only in columns that are not tracked</td><td>replace the current
 *     row, which goes on from its begin</td></tr>
 * <tr><td>row</td><td>same row</td><td>nothing</td></tr>
 * </table>
 *
 * <p>A change that does not fit to the state means that the key is not unique in silver; the run
 * ends with an error that names it. A row whose hash is not known, after a start without state, is
 * taken for the one that silver takes away; so is one that was written before silver got the
 * columns of the row that comes, since the hash is of the columns of then. Nor is it an error that
 * the row taken away has no record, if someone has taken rows out of gold. With {@link
 * HistorySettings.DuplicateKeys#KEEP_LAST} there is no such error:
 *
 * <table>
 * <caption>A key with several rows</caption>
 * <tr><td>several rows added in one version</td><td>the greatest counts, see {@link
 *     HistorySettings#sequenceBy()}</td></tr>
 * <tr><td>a row added, whatever was taken away</td><td>it replaces the one that is open, as an update
 *     does</td></tr>
 * <tr><td>the open row taken away, and none added</td><td>close, even if silver has other rows of
 *     the key</td></tr>
 * <tr><td>another row taken away, and none added</td><td>nothing</td></tr>
 * </table>
 *
 * <p>The row that ends a record comes with its preimage. Where none comes, since silver deleted the
 * row before or never takes it away, it is kept in {@link OpenRows} meanwhile. A key with an
 * ignored deletion has its row there: the next change can only be an insert, and is an update of
 * that row. After a start without state every key has its row there, until its next change tells.
 */
public final class Scd2Rules {

  /** What a change did, for the counters. */
  public enum Effect {
    /** A record was opened. */
    OPENED,
    /** A record was closed. */
    CLOSED,
    /** A record was closed and another one opened at the same instant. */
    CLOSED_AND_OPENED,
    /** Columns that are not tracked have other values in the open record. */
    UPDATED,
    /** The row came back as it was. */
    UNCHANGED,
    /** The row taken away stays, or was not in gold. */
    IGNORED;

    /** Whether a record was opened. */
    public boolean opens() {
      return this == OPENED || this == CLOSED_AND_OPENED;
    }

    /** Whether a record was closed. */
    public boolean closes() {
      return this == CLOSED || this == CLOSED_AND_OPENED;
    }
  }

  /**
   * What the history is of.
   *
   * @param silver path of the table, for error texts
   * @param keys the key columns
   * @param goldLacksRows whether someone has taken rows out of gold, so that silver may take away a
   *     row of a key without an open record
   */
  public record Subject(String silver, List<String> keys, boolean goldLacksRows) {
    public Subject {
      keys = List.copyOf(keys);
    }
  }

  private final Subject subject;
  private final HistorySettings settings;
  private final RowReader rows;
  private final OpenRows openRows;
  private final RejectedRows rejected;
  private long duplicates;

  /**
   * @param settings what decides beside the keys
   * @param schemas of the rows that come
   * @param openRows rows that silver may not bring again; asked only if {@link
   *     HistorySettings#keepsRows} says so
   * @param rejected takes the rows of the feed that did not count
   */
  public Scd2Rules(
      Subject subject,
      HistorySettings settings,
      Schemas schemas,
      OpenRows openRows,
      RejectedRows rejected) {
    this.subject = subject;
    this.settings = settings;
    this.rows = new RowReader(settings, schemas);
    this.openRows = openRows;
    this.rejected = rejected;
  }

  /**
   * Opens a record for a row of the first snapshot. Not for keys that may have several rows: the
   * snapshot is a version like any other then.
   *
   * @param before null, unless the key is not unique in the snapshot
   */
  public void open(WireRecord row, @Nullable KeyState before, HistoryWriter gold) throws Exception {
    if (before != null) {
      throw notUnique(row, "two rows of the snapshot");
    }
    open(row, gold);
  }

  /**
   * Applies what a version did to a key.
   *
   * @param before the key's state; null if it has no open record
   */
  public Effect apply(@Nullable KeyState before, KeyChange change, HistoryWriter gold)
      throws Exception {
    KeyChange net = rows.net(change);
    if (net.isEmpty()) {
      return Effect.UNCHANGED;
    }
    return settings.keepsLast() ? applyLast(before, net, gold) : applyUnique(before, net, gold);
  }

  /**
   * How many rows did not count, or were replaced without having been taken away, since the last
   * time: the key is not unique.
   */
  public long takeDuplicates() {
    long taken = duplicates;
    duplicates = 0;
    return taken;
  }

  private Effect applyUnique(@Nullable KeyState before, KeyChange change, HistoryWriter gold)
      throws Exception {
    WireRecord taken = change.taken();
    WireRecord added = change.added();
    if (!change.isUnique()) {
      throw notUnique(change.rows().get(0), change.rows().size() + " change rows of one version");
    }
    if (before == null) {
      if (taken != null && !subject.goldLacksRows()) {
        throw notUnique(taken, "a row is taken away, but no record is open");
      }
      return added == null ? Effect.IGNORED : open(added, gold);
    }
    WireRecord deleted = settings.ignoresDeletes() ? openRows.get(change.key()) : null;
    if (deleted != null) {
      if (taken != null && before.hashKnown()) {
        throw notUnique(taken, "a row is taken away that had been deleted before");
      }
      openRows.remove(change.key());
      if (taken == null) {
        return replace(before, deleted, added, gold);
      }
      // Gold does not tell whether silver has deleted the row. It has not.
    }
    if (taken == null) {
      throw notUnique(added, "a row is inserted, but a record is open already");
    }
    if (isComparable(before, taken) && rows.hash(taken) != before.rowHash()) {
      throw notUnique(taken, "the row taken away is not the one that is open");
    }
    if (added != null) {
      return replace(before, taken, added, gold);
    }
    if (settings.ignoresDeletes()) {
      openRows.put(taken);
      return Effect.IGNORED;
    }
    return close(before, taken, taken, gold);
  }

  private Effect applyLast(@Nullable KeyState before, KeyChange change, HistoryWriter gold)
      throws Exception {
    List<WireRecord> taken = change.allTaken();
    List<WireRecord> candidates = change.allAdded();
    WireRecord added = candidates.isEmpty() ? null : rows.last(candidates);
    reject(candidates, added);
    if (before == null) {
      reject(taken, null);
      return added == null ? Effect.IGNORED : open(added, gold);
    }
    WireRecord open = openRows.get(change.key());
    List<WireRecord> matches = new ArrayList<>();
    for (WireRecord row : taken) {
      if (rows.hash(row) == openHash(before, open, row)) {
        matches.add(row);
      }
    }
    WireRecord match = matches.isEmpty() ? null : rows.last(matches);
    reject(taken, match);
    if (taken.isEmpty()) {
      duplicates++; // the open row is replaced; it did count, so it is not rejected
    }
    if (added != null) {
      return replace(before, open, added, gold);
    }
    return match == null || settings.ignoresDeletes()
        ? Effect.IGNORED
        : close(before, open, match, gold);
  }

  /** Rejects all rows but the one that counts, if there is one. */
  private void reject(List<WireRecord> all, @Nullable WireRecord counts) throws Exception {
    for (WireRecord row : all) {
      if (row != counts) {
        duplicates++;
        rejected.add(row);
      }
    }
  }

  private Effect open(WireRecord row, HistoryWriter gold) throws Exception {
    put(row, null, KeyState.opened(row, rows.hash(row)), gold);
    return Effect.OPENED;
  }

  private Effect close(KeyState before, WireRecord open, WireRecord end, HistoryWriter gold)
      throws Exception {
    gold.appendClosed(open, before, end);
    gold.removeCurrent(end.key(), before);
    if (settings.keepsLast()) {
      openRows.remove(end.key());
    }
    return Effect.CLOSED;
  }

  /**
   * @param open the row that is open
   */
  private Effect replace(KeyState before, WireRecord open, WireRecord added, HistoryWriter gold)
      throws Exception {
    long addedHash = rows.hash(added);
    if (addedHash != openHash(before, open, added)) {
      gold.appendClosed(open, before, added);
      put(added, before, KeyState.opened(added, addedHash), gold);
      return Effect.CLOSED_AND_OPENED;
    }
    if (rows.sameUntracked(open, added)) {
      return Effect.UNCHANGED;
    }
    put(added, before, before.updated(added.version(), addedHash), gold);
    return Effect.UPDATED;
  }

  /** The hash of the open row, as far as it can be compared with the hash of another one. */
  private long openHash(KeyState before, WireRecord open, WireRecord other) throws Exception {
    return isComparable(before, other) ? before.rowHash() : rows.hash(open, other);
  }

  /** Whether the hash in state is of the columns that a row has. */
  private static boolean isComparable(KeyState before, WireRecord row) {
    return before.hashKnown() && before.writtenVersion() >= row.schemaId();
  }

  private void put(WireRecord row, @Nullable KeyState before, KeyState after, HistoryWriter gold)
      throws Exception {
    gold.putCurrent(row, before, after);
    if (settings.keepsLast()) {
      openRows.put(row);
    }
  }

  private PipelineException notUnique(WireRecord row, String found) throws Exception {
    return new PipelineException(
        "The key is not unique in silver",
        "%s, version %d, key %s"
            .formatted(subject.silver(), row.version(), rows.keyText(row, subject.keys())),
        found,
        "at most one row for a key in each version",
        "choose key columns that identify a row, or mend silver and build gold anew, with"
            + " target.on-duplicate-key: keep-last if several rows are meant");
  }
}
