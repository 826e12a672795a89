package io.deltascd.changes;

import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TestTarget;
import io.deltascd.model.CommitId;
import io.deltascd.model.DeletionVector;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileChange.Action;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.StartPoint;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Splits that name files which need not exist. */
final class TestSplits {
  static final SilverSchema SCHEMA = new SilverSchema(3, "{}", List.of("país"), "name");

  private TestSplits() {}

  /** The beginning of a gold that is still empty. */
  static StartPoint start(long version) {
    return new StartPoint(
        new UUID(1, 2),
        "test",
        version,
        new CommitId(0, new UUID(3, 4)),
        SilverPosition.none("table-1"),
        null,
        false);
  }

  /** A target by the key {@code id} that keeps all columns. */
  static TargetConfig target(TableLocation gold) {
    return TestTarget.of(gold).config();
  }

  static ChangeSplit split(long version, int ordinal) {
    return split(version, ordinal, Action.ADD);
  }

  static ChangeSplit snapshot(long version, int ordinal) {
    return split(version, ordinal, Action.SNAPSHOT);
  }

  private static ChangeSplit split(long version, int ordinal, Action action) {
    return new ChangeSplit(
        version + "-" + ordinal, version, version * 1000, SCHEMA, List.of(file(action, 10)), 0);
  }

  static FileChange file(Action action, long size) {
    return new FileChange(action, "f.parquet", size, Map.of(), null, null);
  }

  /** With a value in each field. */
  static ChangeSplit full() {
    return new ChangeSplit(
        "7-1",
        7,
        1_000_007,
        SCHEMA,
        List.of(
            new FileChange(
                Action.MARK,
                "país=ES/a%20b.parquet",
                123,
                Map.of("país", "ES"),
                new DeletionVector("u", "abc", 1, 34, 2),
                new DeletionVector("i", "xyz", null, 8, 1)),
            file(Action.CDC, 5)),
        42);
  }
}
