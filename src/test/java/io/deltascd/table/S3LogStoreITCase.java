package io.deltascd.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.SetTransaction;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.util.Utils;
import io.deltascd.config.TableLocation;
import io.deltascd.testing.LostAnswers;
import io.deltascd.testing.S3Server;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log on a server that speaks S3, through Hadoop's S3A. */
class S3LogStoreITCase {
  private static final int VERSIONS = 200;

  @TempDir private static java.nio.file.Path directory;
  private static S3Server s3;

  @BeforeAll
  static void start() throws IOException {
    s3 = S3Server.start(directory);
  }

  @AfterAll
  static void stop() {
    s3.close();
  }

  @Test
  void eachVersionIsOneWritersAndWhole() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    ExecutorService writers = Executors.newFixedThreadPool(2);
    try {
      Future<List<Integer>> one = writers.submit(() -> versions("one", both));
      Future<List<Integer>> two = writers.submit(() -> versions("two", both));
      Map<Integer, String> winners = new TreeMap<>();
      for (int version : one.get(5, TimeUnit.MINUTES)) {
        winners.put(version, "one");
      }
      for (int version : two.get(5, TimeUnit.MINUTES)) {
        assertThat(winners.put(version, "two")).as("also winner of %d", version).isNull();
      }
      assertThat(winners).hasSize(VERSIONS);
      assertThat(winners.values()).contains("one", "two");
      for (Map.Entry<Integer, String> winner : winners.entrySet()) {
        assertThat(Files.readString(s3.path("race/" + winner.getKey())))
            .isEqualTo(content(winner.getValue(), winner.getKey()));
      }
      assertThat(s3.path("race").toFile().list()).hasSize(VERSIONS);
    } finally {
      writers.shutdownNow();
    }
  }

  /** Those that the writer got. */
  private static List<Integer> versions(String writer, CyclicBarrier both) throws Exception {
    List<Integer> versions = new ArrayList<>();
    try (FileSystem files = fileSystem(s3.options())) {
      ConditionalPut put = new ConditionalPut(files);
      for (int version = 0; version < VERSIONS; version++) {
        both.await(1, TimeUnit.MINUTES);
        try {
          put.put(new Path(s3.uri("race/" + version)), content(writer, version).getBytes(UTF_8));
          versions.add(version);
        } catch (FileAlreadyExistsException e) {
          // The other was faster.
        }
      }
    }
    return versions;
  }

  /** As long as an entry may well be, so that a put takes its time. */
  private static String content(String writer, int version) {
    return (writer + " wrote " + version + "\n").repeat(5_000);
  }

  @Test
  void ownEntryIsKnownWhenTheAnswerIsLost() throws IOException {
    try (LostAnswers answers = LostAnswers.of(s3, "lost", 1);
        FileSystem files = fileSystem(answers.options())) {
      new ConditionalPut(files).put(new Path(s3.uri("own/lost")), "mine".getBytes(UTF_8));

      assertThat(answers.left()).isZero();
    }
    assertThat(s3.path("own/lost")).hasContent("mine");
  }

  @Test
  void entryOfAnotherIsKnownWhenTheAnswerIsLost() throws IOException {
    Files.createDirectories(s3.path("other"));
    Files.writeString(s3.path("other/lost"), "theirs");
    try (LostAnswers answers = LostAnswers.of(s3, "lost", 1);
        FileSystem files = fileSystem(answers.options())) {
      assertThatThrownBy(
              () ->
                  new ConditionalPut(files)
                      .put(new Path(s3.uri("other/lost")), "mine".getBytes(UTF_8)))
          .isInstanceOf(FileAlreadyExistsException.class);

      assertThat(answers.left()).isZero();
    }
    assertThat(s3.path("other/lost")).hasContent("theirs");
  }

  /** Others that are open may know the server by another address. */
  private static FileSystem fileSystem(Map<String, String> options) throws IOException {
    return FileSystem.newInstance(URI.create(s3.uri("")), configuration(options));
  }

  private static Configuration configuration(Map<String, String> options) {
    Configuration configuration = new Configuration();
    options.forEach(configuration::set);
    return configuration;
  }

  @Test
  void kernelWritesEntriesOnceAndOthersAnew() throws IOException {
    Engine engine = KernelEngines.engine(new TableLocation(s3.uri("table"), s3.options()));

    write(engine, "one", false);
    assertThatThrownBy(() -> write(engine, "two", false))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(Files.readString(entry())).contains("\"appId\":\"one\"").endsWith("}\n");

    write(engine, "three", true);
    assertThat(Files.readString(entry())).contains("\"appId\":\"three\"").endsWith("}\n");
    assertThat(entry().getParent().toFile().list()).hasSize(1);
  }

  /** S3 lists a thousand objects with a request, so that all of these would take three. */
  @Test
  void aListingBeginsAtTheEntryThatIsAskedFor() throws IOException {
    java.nio.file.Path log = Files.createDirectories(s3.path("long/_delta_log"));
    for (int version = 0; version < 2100; version++) {
      Files.writeString(log.resolve(name(version)), "entry");
    }
    Files.writeString(log.resolve("00000000000000002098-"), "before that one in S3's order alone");
    Files.writeString(log.resolve("_last_checkpoint"), "2090");
    Files.writeString(Files.createDirectory(log.resolve("_sidecars")).resolve(name(9)), "deeper");
    Files.writeString(
        Files.createDirectory(s3.path("long/_delta_log_2")).resolve(name(9999)), "beside");
    Configuration configuration = configuration(s3.options());
    Path from = new Path(s3.uri("long/_delta_log/00000000000000002098."));
    FileSystem files = from.getFileSystem(configuration);
    S3LogStore store = new S3LogStore(configuration);

    long before = listings(files);
    Iterator<FileStatus> listed = store.listFrom(from, configuration);
    assertThat(listings(files) - before).isOne();
    Map<String, FileStatus> whole =
        Arrays.stream(files.listStatus(from.getParent()))
            .collect(toMap(file -> file.getPath().getName(), file -> file));
    assertThat(listed)
        .toIterable()
        .containsExactly(
            whole.get(name(2098)), whole.get(name(2099)), whole.get("_last_checkpoint"));
    // That the count would tell.
    assertThat(listings(files) - before).isEqualTo(1 + 3);
  }

  @Test
  void aLogThatHasNoSuchEntriesIsToldFromOneThatIsNotThere() throws IOException {
    Configuration configuration = configuration(s3.options());
    S3LogStore store = new S3LogStore(configuration);
    Files.writeString(
        Files.createDirectories(s3.path("short/_delta_log")).resolve(name(1)), "entry");

    assertThat(store.listFrom(new Path(s3.uri("short/_delta_log/" + name(2))), configuration))
        .isExhausted();
    Path none = new Path(s3.uri("none/_delta_log/" + name(0)));
    assertThatThrownBy(() -> store.listFrom(none, configuration))
        .isInstanceOf(FileNotFoundException.class);
  }

  /** Two HEADs: one for an entry that is not there, one for the newest. */
  @Test
  void theEndOfALogIsSeenWithoutAListing() throws IOException {
    Files.writeString(Files.createDirectories(s3.path("end/_delta_log")).resolve(name(1)), "entry");
    TableStorage storage = new TableStorage(new TableLocation(s3.uri("end"), s3.options()));
    FileSystem files = new Path(s3.uri("end")).getFileSystem(storage.configuration());

    long listings = listings(files);
    long heads = count(files, "object_metadata_request");
    assertThat(storage.isFile("_delta_log/" + name(2))).isFalse();
    assertThat(storage.status("_delta_log/" + name(1)).getLen()).isEqualTo(5);
    assertThat(listings(files)).isEqualTo(listings);
    assertThat(count(files, "object_metadata_request")).isEqualTo(heads + 2);
  }

  private static String name(long version) {
    return "%020d.json".formatted(version);
  }

  private static long listings(FileSystem files) {
    return count(files, "object_list_request") + count(files, "object_continue_list_request");
  }

  private static long count(FileSystem files, String requests) {
    return IOStatisticsSupport.retrieveIOStatistics(files).counters().get(requests);
  }

  private static java.nio.file.Path entry() {
    return s3.path("table/_delta_log/00000000000000000000.json");
  }

  private static void write(Engine engine, String writer, boolean overwrite) throws IOException {
    Row action =
        SingleAction.createTxnSingleAction(
            new SetTransaction(writer, 0L, Optional.empty()).toRow());
    engine
        .getJsonHandler()
        .writeJsonFileAtomically(
            s3.uri("table/_delta_log/00000000000000000000.json"),
            Utils.singletonCloseableIterator(action),
            overwrite);
  }
}
