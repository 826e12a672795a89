package io.deltascd.sink;

import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.Totals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.roaringbitmap.RoaringBitmap;

/**
 * Gathers the changes of many results. Bitmaps are merged into the first one of each file, so that
 * large sets of marks are not held twice.
 */
final class HeldChanges {
  private long highestTouched = Long.MIN_VALUE;
  private long timeMicros = Long.MIN_VALUE;
  private List<DataFile> files = new ArrayList<>();
  private Map<FileId, RoaringBitmap> marks = new HashMap<>();
  private Totals done = Totals.NONE;
  private List<DataFile> deadLetters = new ArrayList<>();
  private SortedMap<Long, SilverSchema> schemas = new TreeMap<>();

  /**
   * @param changes whose bitmaps now belong to this object
   */
  void add(WriteResult.Changes changes) {
    highestTouched = Math.max(highestTouched, changes.highestTouched());
    timeMicros = Math.max(timeMicros, changes.timeMicros());
    files.addAll(changes.files());
    changes
        .marks()
        .forEach(
            (file, rows) ->
                marks.merge(
                    file,
                    rows,
                    (all, more) -> {
                      all.or(more);
                      return all;
                    }));
    done = done.plus(changes.done());
    deadLetters.addAll(changes.deadLetters());
    changes.schemas().forEach(schema -> schemas.put(schema.id(), schema));
  }

  long highestTouched() {
    return highestTouched;
  }

  /** Whether gold would have other rows afterwards, or other columns. */
  boolean affectGold() {
    return !files.isEmpty() || !marks.isEmpty() || !schemas.isEmpty();
  }

  /** Whether there are rejected rows to be kept. */
  boolean haveDeadLetters() {
    return !deadLetters.isEmpty();
  }

  /** What is held, without letting go of it. */
  WriteResult.Changes peek() {
    return new WriteResult.Changes(
        highestTouched,
        timeMicros,
        List.copyOf(files),
        Map.copyOf(marks),
        done,
        List.copyOf(deadLetters),
        List.copyOf(schemas.values()));
  }

  /** What is held, which is nothing afterwards. */
  WriteResult.Changes take() {
    WriteResult.Changes taken =
        new WriteResult.Changes(
            highestTouched,
            timeMicros,
            files,
            marks,
            done,
            deadLetters,
            List.copyOf(schemas.values()));
    highestTouched = Long.MIN_VALUE;
    timeMicros = Long.MIN_VALUE;
    files = new ArrayList<>();
    marks = new HashMap<>();
    done = Totals.NONE;
    deadLetters = new ArrayList<>();
    schemas = new TreeMap<>();
    return taken;
  }
}
