package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.storage.HDFSLogStore;
import io.deltascd.model.PipelineException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LocalLogStoreTest {
  private final Configuration hadoop = new Configuration();

  @TempDir private Path log;

  @Test
  void entryIsWrittenOnce() throws IOException {
    write(new LocalLogStore(hadoop), "first", false);

    assertThatThrownBy(() -> write(new LocalLogStore(hadoop), "second", false))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertOnlyFileHas("first\nfirst\n");
  }

  @Test
  void entryMayBeReplacedIfThatIsWanted() throws IOException {
    write(new LocalLogStore(hadoop), "first", false);
    write(new LocalLogStore(hadoop), "second", true);

    assertOnlyFileHas("second\nsecond\n");
  }

  @Test
  void directoryThatIsGoneIsNotMade() throws IOException {
    Files.delete(log);

    assertThatThrownBy(() -> write(new LocalLogStore(hadoop), "first", false))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(log).doesNotExist();
  }

  /** As Delta's own store lists it. */
  @Test
  void entriesFromOneOn() throws IOException {
    for (String name :
        List.of("00000000000000000009.json", "00000000000000000010.json", "_last_checkpoint")) {
      Files.writeString(log.resolve(name), name);
    }
    Files.writeString(log.resolve("00000000000000000010.crc"), "checksum");
    Files.writeString(log.resolve(".00000000000000000011.json.tmp"), "draft");
    Files.writeString(log.resolve("00000000000000000010.json:Zone.Identifier"), "from Windows");
    Files.createDirectory(log.resolve("_sidecars"));
    org.apache.hadoop.fs.Path from =
        new org.apache.hadoop.fs.Path(log.toUri().toString(), "00000000000000000010.");

    List<FileStatus> listed = listed(new LocalLogStore(hadoop).listFrom(from, hadoop));

    assertThat(listed)
        .extracting(file -> file.getPath().getName())
        .containsExactly(
            "00000000000000000010.crc",
            "00000000000000000010.json",
            "00000000000000000010.json:Zone.Identifier",
            "_last_checkpoint",
            "_sidecars");
    assertThat(listed)
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("permission", "owner", "group")
        .isEqualTo(listed(new HDFSLogStore(hadoop).listFrom(from, hadoop)));
    Files.delete(log.resolve("_sidecars"));
  }

  private static List<FileStatus> listed(Iterator<FileStatus> files) {
    List<FileStatus> all = new ArrayList<>();
    files.forEachRemaining(all::add);
    return all;
  }

  /** Commits 11 and 12 come while the directory is read, and 9 has been cleaned up. */
  @Test
  void commitsThatTheListingHasMissed() {
    Set<String> log = Set.of(name(10, "json"), name(11, "json"), name(12, "json"));
    for (SortedSet<String> listed :
        List.of(
            new TreeSet<>(Set.of(name(10, "json"), name(12, "crc"))),
            new TreeSet<>(Set.of(name(9, "crc"), name(12, "json"), name(12, "crc"), "_sidecars")),
            new TreeSet<>(Set.of(name(9, "crc"), name(11, "json"), name(12, "crc"))),
            new TreeSet<>(Set.of(name(9, "crc"), name(12, "crc"))))) {
      TreeSet<String> expected = new TreeSet<>(listed);
      expected.addAll(log);
      LocalLogStore.addUnlisted(listed, name(9, ""), log::contains);
      assertThat(listed).isEqualTo(expected);
    }
    SortedSet<String> none = new TreeSet<>(Set.of("_last_checkpoint"));
    LocalLogStore.addUnlisted(none, name(0, ""), log::contains);
    assertThat(none).containsExactly("_last_checkpoint");
  }

  /** Only its checksum was listed. */
  @Test
  void theFirstCommitThatIsAskedForMayBeMissed() {
    SortedSet<String> listed = new TreeSet<>(Set.of(name(1048, "crc")));
    List<String> asked = new ArrayList<>();
    LocalLogStore.addUnlisted(listed, name(1048, ""), asked::add);

    assertThat(listed).containsExactly(name(1048, "crc"), name(1048, "json"));
    assertThat(asked).containsExactly(name(1048, "json"));
  }

  /** A year of checksums whose commits are gone, a month of commits, and 9 that were missed. */
  @Test
  void checksumsThatWereLeftBehindAreNoReasonToLook() {
    SortedSet<String> listed = new TreeSet<>();
    for (int version = 0; version < 12_000; version++) {
      listed.add(name(version, "crc"));
      if (version >= 11_000 && version < 11_990) {
        listed.add(name(version, "json"));
      }
    }
    listed.add(name(11_999, "json"));
    List<String> asked = new ArrayList<>();
    LocalLogStore.addUnlisted(
        listed,
        name(0, ""),
        name -> {
          asked.add(name);
          return name.compareTo(name(11_000, "")) > 0;
        });

    assertThat(asked).hasSize(9 + 1).contains(name(11_990, "json"), name(10_999, "json"));
    assertThat(listed).hasSize(12_000 + 1_000);

    // Nor if no commit was listed at all.
    asked.clear();
    listed.removeIf(name -> name.endsWith(".json"));
    LocalLogStore.addUnlisted(
        listed,
        name(0, ""),
        name -> {
          asked.add(name);
          return false;
        });
    assertThat(asked).hasSize(1);
    assertThat(listed).hasSize(12_000);
  }

  private static String name(long version, String ending) {
    return "%020d.%s".formatted(version, ending);
  }

  @Test
  void aLogThatIsNotThereCannotBeListed() throws IOException {
    Files.writeString(log.resolve("file"), "in the place of a log");
    for (String name : List.of("none", "file")) {
      org.apache.hadoop.fs.Path entry =
          new org.apache.hadoop.fs.Path(log.resolve(name).toUri().toString(), "0");
      assertThatThrownBy(() -> new LocalLogStore(hadoop).listFrom(entry, hadoop))
          .isInstanceOf(FileNotFoundException.class);
    }
  }

  static Stream<Exception> noLinks() {
    return Stream.of(
        new UnsupportedOperationException("links"),
        new FileSystemException("entry", "draft", "Operation not permitted"),
        new FileSystemException("entry", "draft", "Operation not supported"));
  }

  @ParameterizedTest
  @MethodSource("noLinks")
  void fileSystemWithoutHardLinksIsRefused(Exception thrown) {
    assertThatThrownBy(() -> write(failing(thrown), "first", false))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("cannot keep two writers of a table apart")
        .hasMessageContaining(entry().toString())
        .hasCause(thrown);
    assertThat(log).isEmptyDirectory();
  }

  static Stream<Exception> others() {
    return Stream.of(
        new AccessDeniedException("entry"),
        new FileSystemException("entry", "draft", "No space left on device"));
  }

  @ParameterizedTest
  @MethodSource("others")
  void otherErrorsStayWhatTheyAre(Exception thrown) {
    assertThatThrownBy(() -> write(failing(thrown), "first", false)).isSameAs(thrown);
  }

  private LocalLogStore failing(Exception thrown) {
    return new LocalLogStore(
        hadoop,
        (name, existing) -> {
          if (thrown instanceof IOException e) {
            throw e;
          }
          throw (RuntimeException) thrown;
        });
  }

  private void write(LocalLogStore store, String line, boolean overwrite) throws IOException {
    store.write(
        new org.apache.hadoop.fs.Path("file:" + entry()),
        List.of(line, line).iterator(),
        overwrite,
        hadoop);
  }

  private Path entry() {
    return log.resolve("00000000000000000007.json");
  }

  private void assertOnlyFileHas(String content) throws IOException {
    assertThat(log.toFile().list()).containsExactly(entry().getFileName().toString());
    assertThat(entry()).hasContent(content);
  }
}
