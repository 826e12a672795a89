package io.deltascd.changes;

import static io.deltascd.table.SmallTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.SourceConfig;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TestSource;
import io.deltascd.table.GoldFixture;
import io.deltascd.table.SmallTable;
import io.deltascd.testing.FaultyFileSystem;
import io.deltascd.testing.FaultyFileSystem.Fault;
import io.deltascd.testing.FaultyFileSystem.Moment;
import io.deltascd.testing.FaultyFileSystem.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that nobody writes to cost three look-ups a round, however long that lasts. */
class IdleTest {
  private static final int ROUNDS = 10_000;

  @TempDir private Path directory;

  @Test
  void nothingIsSentKeptOrListed() throws IOException {
    new GoldFixture(directory.resolve("gold")).create();
    SmallTable table = SmallTable.withFeed(directory.resolve("silver"));
    table.commit(table.add(table.write("a.parquet", row(1L, "a"))));
    table.commit(table.add(table.write("b.parquet", row(2L, "b"))));
    FakeEnumeratorContext context = new FakeEnumeratorContext(2);
    ChangeEnumerator enumerator = start(context);
    for (int reader = 0; reader < 2; reader++) {
      context.register(reader);
      enumerator.addReader(reader);
    }
    for (int round = 0; round < 5; round++) {
      context.tick();
      enumerator.handleSplitRequest(round % 2, null);
    }
    assertThat(context.takeSent(0)).isNotEmpty();
    assertThat(context.takeSent(1)).isNotEmpty();
    EnumeratorState before = enumerator.snapshotState(1);
    assertThat(before.unassigned()).isEmpty();
    assertThat(before.planned().version()).isEqualTo(2);

    Map<Operation, Fault> calls = counting();
    for (int round = 0; round < ROUNDS; round++) {
      context.tick();
    }

    calls.values().forEach(Fault::close);
    assertThat(calls.remove(Operation.STATUS).met()).isEqualTo(3 * ROUNDS);
    assertThat(calls.values()).allSatisfy(others -> assertThat(others.met()).isZero());
    assertThat(context.takeSent(0)).isEmpty();
    assertThat(context.takeSent(1)).isEmpty();
    EnumeratorStateSerializer serializer = new EnumeratorStateSerializer();
    assertThat(serializer.serialize(enumerator.snapshotState(2)))
        .isEqualTo(serializer.serialize(before));
  }

  private ChangeEnumerator start(FakeEnumeratorContext context) {
    SourceConfig source = TestSource.of(location("silver")).config();
    ChangeEnumerator enumerator =
        new ChangeEnumerator(
            context,
            new ChangePlanner(
                source, TestSplits.target(location("gold")), TestSplits.start(1), null),
            source,
            new HistoryOutlook(Clock.systemUTC()),
            null);
    enumerator.start();
    return enumerator;
  }

  private TableLocation location(String table) {
    return new TableLocation(
        FaultyFileSystem.uri(directory.resolve(table)), FaultyFileSystem.OPTIONS);
  }

  /** Calls of the file system from now on. HIDE comes with each of the others. */
  private Map<Operation, Fault> counting() {
    Map<Operation, Fault> calls = new EnumMap<>(Operation.class);
    List.of(Operation.OPEN, Operation.CREATE, Operation.RENAME, Operation.LIST, Operation.STATUS)
        .forEach(
            operation ->
                calls.put(
                    operation,
                    FaultyFileSystem.strike(
                        operation,
                        Moment.BEFORE,
                        ".*" + Pattern.quote(directory.toString()) + "/.*",
                        0,
                        Integer.MAX_VALUE,
                        path -> {})));
    return calls;
  }
}
