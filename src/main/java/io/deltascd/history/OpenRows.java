package io.deltascd.history;

import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import javax.annotation.Nullable;

/**
 * Current rows that silver may not bring again when their records end: those of deleted keys where
 * deletions are ignored, and all of them where a key may have several rows. Keyed state in the job,
 * a map in a test; other jobs keep none.
 */
public interface OpenRows {

  /** Keeps nothing, for settings under which nothing is asked for. */
  OpenRows NONE =
      new OpenRows() {
        @Override
        @Nullable
        public WireRecord get(Key key) {
          return null;
        }

        @Override
        public void put(WireRecord row) {}

        @Override
        public void remove(Key key) {}
      };

  /** The row kept of a key; null if none is. */
  @Nullable
  WireRecord get(Key key) throws Exception;

  /** Keeps a row, in place of the one there may be. */
  void put(WireRecord row) throws Exception;

  /** Keeps none of that key any longer. */
  void remove(Key key) throws Exception;
}
