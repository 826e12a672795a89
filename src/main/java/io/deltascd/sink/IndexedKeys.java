package io.deltascd.sink;

import io.deltascd.config.TargetConfig;
import io.deltascd.history.KeyState;
import io.deltascd.history.OpenRows;
import io.deltascd.model.IndexEntry;
import io.deltascd.model.PipelineException;
import io.deltascd.model.WireRecord;
import javax.annotation.Nullable;

/**
 * Takes in where gold's current rows lie: all of them at a start without state, and those of files
 * that were rewritten.
 */
final class IndexedKeys {
  private final TargetConfig target;
  private final KeyStates states;
  private final OpenRows openRows;
  private final SilverSchemas schemas;

  IndexedKeys(TargetConfig target, KeyStates states, OpenRows openRows, SilverSchemas schemas) {
    this.target = target;
    this.states = states;
    this.openRows = openRows;
    this.schemas = schemas;
  }

  /**
   * Takes in where a key's current row lies, and the row itself if it has to be kept.
   *
   * @param entry of kind {@link WireRecord.Kind#INDEX}
   * @throws PipelineException if gold has another current row for the key
   */
  void add(WireRecord entry) throws Exception {
    if (states.get(entry.key()) != null) {
      throw twoRows(entry);
    }
    states.put(entry.key(), KeyState.learnt(entry));
    if (target.history().keepsRows()) {
      // Once gold's log has been cleaned up, nobody could tell the columns any more.
      schemas.columns(entry.schemaId());
      openRows.put(IndexEntry.asInsert(entry));
    }
  }

  /**
   * Takes in where a key's current row lies since its file was rewritten. What the job itself has
   * written later, or learnt of a later version of gold, is right; so an entry may come late, and
   * twice. Versions of silver tell about the job's own rows only: in a leap, what was learnt has
   * the version leapt to, where gold does not stand yet.
   *
   * <p>At a start without state it may also come before the entry that it corrects. The key has no
   * state then, and will get a position that is out of date; the committer finds such rows.
   *
   * @param entry of kind {@link WireRecord.Kind#MOVED}
   * @param state of the key; null if it has no open record
   * @throws PipelineException if gold has another current row for the key
   */
  void move(WireRecord entry, @Nullable KeyState state) throws Exception {
    if (state == null || (state.generation() == 0 && state.writtenVersion() > entry.version())) {
      return;
    }
    KeyState moved = state.moved(entry);
    if (state.generation() < moved.generation()) {
      states.put(entry.key(), moved);
    } else if (state.generation() == moved.generation()
        && !moved.position().equals(state.position())) {
      throw twoRows(entry);
    }
  }

  private PipelineException twoRows(WireRecord entry) {
    return new PipelineException(
        "Gold has two current rows for one key",
        target.gold() + ", key " + entry.key() + " in canonical form",
        "two rows with " + target.history().names().isCurrent() + " = true",
        "one",
        "someone else has written to gold: delete one of the rows, or build gold anew with"
            + " delta-scd rebuild");
  }
}
