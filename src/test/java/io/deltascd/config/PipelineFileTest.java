package io.deltascd.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceConfig.ResyncPolicy;
import io.deltascd.config.SourceConfig.Startup;
import io.deltascd.config.SourceConfig.StartupMode;
import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.model.HistoryColumns;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.HistorySettings.Deletes;
import io.deltascd.model.HistorySettings.DuplicateKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.configuration.MemorySize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PipelineFileTest {

  private static final String LEAST =
      """
      source:
        path: /s
      target:
        path: /g
        keys: [id]
      """;

  @Test
  void everyKeyArrives() {
    PipelineConfig config =
        read(
            """
            name: productos
            source:
              path: s3a://bucket/silver
              scan.startup.mode: latest-full
              scan.bounded.mode: version
              scan.bounded.version: 12
              scan.change-capture: row-tracking
              scan.schema-change.accept-version: 17
              on-history-lost: resync
              discovery-interval: 5 s
            target:
              path: /data/gold
              mode: scd2
              keys: [producto_id, tienda]
              commit.min-interval: 1 min
              memory.align: 32 mb
              memory.write: 16m
              file-size: 256 mb
              compaction.min-files: 5
              compaction.max-bytes: 48 mb
            hadoop:
              fs.s3a.endpoint: http://minio
            flink:
              parallelism.default: 2
              execution.checkpointing.interval: 10 s
            """);

    assertThat(config)
        .isEqualTo(
            new PipelineConfig(
                "productos",
                new SourceConfig(
                    new TableLocation(
                        "s3a://bucket/silver", Map.of("fs.s3a.endpoint", "http://minio")),
                    Startup.of(StartupMode.LATEST_FULL),
                    new Bounded(Bounded.Mode.VERSION, 12),
                    ChangeCapture.ROW_TRACKING,
                    ResyncPolicy.IF_LOST,
                    Duration.ofSeconds(5),
                    17),
                new TargetConfig(
                    0,
                    new TableLocation("/data/gold", Map.of("fs.s3a.endpoint", "http://minio")),
                    List.of("producto_id", "tienda"),
                    HistorySettings.DEFAULT,
                    OnNullKey.FAIL,
                    Duration.ofMinutes(1),
                    MemorySize.ofMebiBytes(32),
                    MemorySize.ofMebiBytes(16),
                    MemorySize.ofMebiBytes(256),
                    new CompactionConfig(
                        5, MemorySize.ofMebiBytes(48), MemorySize.ofMebiBytes(256)),
                    null,
                    false),
                Map.of("parallelism.default", "2", "execution.checkpointing.interval", "10 s")));
  }

  @Test
  void whatIsNotWrittenHasItsDefault() {
    assertThat(read(LEAST))
        .isEqualTo(
            new PipelineConfig(
                "pipeline",
                new SourceConfig(
                    new TableLocation("/s", Map.of()),
                    Startup.of(StartupMode.INITIAL),
                    new Bounded(Bounded.Mode.UNBOUNDED, -1),
                    ChangeCapture.AUTO,
                    ResyncPolicy.NEVER,
                    Duration.ofSeconds(1),
                    SourceConfig.ACCEPTS_NONE),
                new TargetConfig(
                    0,
                    new TableLocation("/g", Map.of()),
                    List.of("id"),
                    HistorySettings.DEFAULT,
                    OnNullKey.FAIL,
                    Duration.ZERO,
                    MemorySize.ofMebiBytes(64),
                    MemorySize.ofMebiBytes(64),
                    MemorySize.ofMebiBytes(128),
                    new CompactionConfig(
                        8, MemorySize.ofMebiBytes(128), MemorySize.ofMebiBytes(128)),
                    null,
                    false),
                Map.of()));
  }

  @Test
  void compactionCanBeSwitchedOff() {
    assertThat(read(LEAST + "  compaction:\n    enabled: false\n").target().compaction()).isNull();
    assertThat(read(LEAST + "  compaction: {enabled: true, min-files: 2}\n").target().compaction())
        .isEqualTo(
            new CompactionConfig(2, MemorySize.ofMebiBytes(128), MemorySize.ofMebiBytes(128)));
  }

  /** Gold's rows mean the same with keep-last, so that one may be changed to the other. */
  @Test
  void theDeadLetterTableArrives() {
    TargetConfig both =
        read(LEAST
                + """
                      on-duplicate-key: dead-letter
                      sequence-by: [stock]
                      on-null-key: dead-letter
                      dead-letter-path: /d
                    """)
            .target();
    assertThat(both.deadLetters())
        .isEqualTo(new DeadLetterConfig(new TableLocation("/d", Map.of()), true));
    assertThat(both.keepsNullKeys()).isTrue();
    assertThat(both.history())
        .isEqualTo(
            read(LEAST + "  on-duplicate-key: keep-last\n  sequence-by: [stock]\n")
                .target()
                .history());
    TargetConfig nullKeys =
        read(LEAST + "  on-null-key: dead-letter\n  dead-letter-path: /d\n").target();
    assertThat(nullKeys.deadLetters().duplicates()).isFalse();
    assertThat(nullKeys.history()).isEqualTo(HistorySettings.DEFAULT);
    TargetConfig duplicates =
        read(LEAST + "  on-duplicate-key: dead-letter\n  dead-letter-path: /d\n").target();
    assertThat(duplicates.keepsNullKeys()).isFalse();
  }

  @Test
  void everySettingOfHistoryArrives() {
    PipelineConfig config =
        read(
            LEAST
                + """
                  columns: [id, pais, precio, stock, secuencia]
                  tracked-columns: [precio]
                  deletes: ignore
                  valid-from-column: desde
                  valid-to-column: hasta
                  is-current-column: vigente
                  valid-from-version-column: desde_version
                  valid-to-version-column: hasta_version
                  valid-to-open: 9999-12-31T23:59:59Z
                  on-duplicate-key: keep-last
                  sequence-by: [secuencia, stock]
                  on-null-key: skip
                  partition-by: [vigente, pais]
                """);

    assertThat(config.target().history())
        .isEqualTo(
            new HistorySettings(
                new HistoryColumns("desde", "hasta", "vigente", "desde_version", "hasta_version"),
                "9999-12-31T23:59:59Z",
                Deletes.IGNORE,
                List.of("id", "pais", "precio", "stock", "secuencia"),
                List.of("precio"),
                List.of("vigente", "pais"),
                DuplicateKeys.KEEP_LAST,
                List.of("secuencia", "stock")));
    assertThat(config.target().onNullKey()).isEqualTo(OnNullKey.SKIP);
  }

  @ParameterizedTest
  @CsvSource({
    "9999-12-31T23:59:59Z, 9999-12-31T23:59:59Z",
    "9999-12-31 00:00:00, 9999-12-31T00:00:00Z",
    "9999-12-31T23:59:59.999999+00:00, 9999-12-31T23:59:59.999999Z",
    "2100-01-01T00:00:00-03:00, 2100-01-01T03:00:00Z",
  })
  void anInstantWithoutAZoneIsUtc(String written, String expected) {
    assertThat(read(LEAST, "target.valid-to-open=" + written).target().history().openEnd())
        .isEqualTo(expected);
  }

  @Test
  void listsCanComeFromTheCommandLine() {
    HistorySettings history =
        read(LEAST, "target.columns=[id, a]", "target.tracked-columns=a").target().history();

    assertThat(history.columns()).containsExactly("id", "a");
    assertThat(history.tracked()).containsExactly("a");
    assertThat(history.partitionBy()).containsExactly("is_current");
  }

  static Stream<String> sameMeaning() {
    return Stream.of(
        "source: {path: /s, scan: {bounded: {mode: latest}}}\ntarget: {path: /g, keys: [id]}",
        "source.path: /s\nsource.scan.bounded.mode: latest\ntarget.path: /g\ntarget.keys: [id]",
        "source:\n  path: /s\nsource.scan: {bounded.mode: LATEST}\ntarget:\n  path: /g\n  keys: id",
        "targets:\n- path: /g\n  keys: [id]\nsource: {path: /s, scan.bounded: {mode: latest}}",
        "source: {path: /s, scan.bounded.mode: \"latest\"}\ntarget:\n path: /g\n keys:\n - id\nflink:");
  }

  @ParameterizedTest
  @MethodSource
  void sameMeaning(String yaml) {
    PipelineConfig expected = read(LEAST, "source.scan.bounded.mode=latest");

    assertThat(read(yaml)).isEqualTo(expected);
  }

  @Test
  void overridesWinOverTheFile() {
    PipelineConfig config =
        read(
            LEAST + "flink:\n  parallelism.default: 2\n  a: b\n",
            "target.keys=a, b",
            "hadoop.fs.s3a.endpoint=x=y",
            "flink.parallelism.default=3",
            "execution.checkpointing.interval=3 s",
            "name=other");

    assertThat(config.name()).isEqualTo("other");
    assertThat(config.target().keys()).containsExactly("a", "b");
    assertThat(config.source().silver().hadoop()).isEqualTo(Map.of("fs.s3a.endpoint", "x=y"));
    assertThat(config.flink())
        .isEqualTo(
            Map.of(
                "parallelism.default", "3", "a", "b", "execution.checkpointing.interval", "3 s"));
  }

  @Test
  void aModeFromTheCommandLineReplacesTheVersionOfTheFile() {
    PipelineConfig config =
        read(
            LEAST + "source.scan.bounded: {mode: version, version: 3}\n",
            "source.scan.bounded.mode=latest");

    assertThat(config.source().bounded()).isEqualTo(new Bounded(Bounded.Mode.LATEST, -1));
  }

  @Test
  void aStartIsAModeWithWhatBelongsToIt() {
    assertThat(
            read(LEAST + "source.scan.startup: {mode: from-version, version: 0}\n")
                .source()
                .startup())
        .isEqualTo(new Startup(StartupMode.FROM_VERSION, 0, null));
    assertThat(
            read(LEAST + "source.scan.startup: {mode: FROM-TIMESTAMP, timestamp: 2026-01-01 09:30}")
                .source()
                .startup())
        .isEqualTo(
            new Startup(StartupMode.FROM_TIMESTAMP, -1, Instant.parse("2026-01-01T09:30:00Z")));
  }

  @Test
  void aRunCanBeBoundedByATime() {
    PipelineConfig config =
        read(
            LEAST + "source.scan.bounded: {mode: version, version: 3}\n",
            "source.scan.bounded.mode=timestamp",
            "source.scan.bounded.timestamp=2026-01-01T01:00:00+01:00");

    assertThat(config.source().bounded())
        .isEqualTo(new Bounded(Bounded.Mode.TIMESTAMP, -1, Instant.parse("2026-01-01T00:00:00Z")));
  }

  @Test
  void flinkOptionsCanBeListsAndSections() {
    PipelineConfig config =
        read(LEAST + "flink:\n  state:\n    backend.type: hashmap\n  x: [a, 'b;c', d]\n");

    assertThat(config.flink()).isEqualTo(Map.of("state.backend.type", "hashmap", "x", "a;'b;c';d"));
  }

  @Test
  void relativePathsStartAtTheWorkingDirectory() {
    String silver = read(LEAST, "source.path=data/../silver").source().silver().path();

    assertThat(silver).isEqualTo(Path.of("silver").toAbsolutePath().toString());
  }

  static Stream<Arguments> findings() {
    return Stream.of(
        finding("", "The pipeline file is empty", "p.yaml", "no key"),
        finding("# only this\n", "The pipeline file is empty", "p.yaml", "no key"),
        finding("--- ~\n", "The pipeline file is empty", "p.yaml", "no key"),
        finding("hello", "The pipeline file has no keys", "p.yaml:1:1", "text without a key"),
        finding("- a\n- b", "The pipeline file has no keys", "p.yaml:1:1", "a list"),
        finding(
            LEAST + "  mode: scd2: x\n",
            "The pipeline file is not YAML",
            "p.yaml:6:13",
            "a colon where no key can stand"),
        finding(
            LEAST + "name: 'x\n",
            "The pipeline file is not YAML",
            "p.yaml:7:1",
            "a quotation mark that is never closed"),
        finding(
            LEAST + "name: @x\n",
            "The pipeline file is not YAML",
            "p.yaml:6:7",
            "a character that no value can start with"),
        finding(
            LEAST + "name: *x\n",
            "The pipeline file is not YAML",
            "p.yaml:6:7",
            "an asterisk before a name that no anchor has"),
        finding(
            LEAST + "---\nname: x\n",
            "The pipeline file is not YAML",
            "p.yaml:6:1",
            "a second document behind ---"),
        finding(LEAST + "nme: x\n", "Unknown key: nme", "p.yaml:6:1", "nme", "name", "write name"),
        finding(
            LEAST + "zebra: x\n",
            "Unknown key: zebra",
            "p.yaml:6:1",
            "zebra",
            "name, max-outage, source, target, hadoop or flink",
            "take it away; Flink options go below flink:"),
        finding(
            LEAST + "  fil-size: 1 mb\n",
            "Unknown key: target.fil-size",
            "p.yaml:6:3",
            "target.fil-size",
            "target.file-size",
            "write target.file-size"),
        finding(
            LEAST + "hadop:\n  a: secret\n  b: secret\n",
            "Unknown key: hadop",
            "p.yaml:6:1",
            "hadop",
            "hadoop",
            "write hadoop"),
        finding(
            "source: {path: /s, startup.mode: initial}\ntarget: {path: /g, keys: [id]}",
            "Unknown key: source.startup",
            "p.yaml:1:20",
            "source.startup",
            "source.scan.startup.mode",
            "write source.scan.startup.mode"),
        finding(
            "source: {path: /s, scan.change-capture: feed}\ntarget: {path: /g, keys: [id]}",
            "source.scan.change-capture cannot be read",
            "p.yaml:1:41",
            "feed",
            "auto, cdf, row-tracking, files",
            "write auto, cdf, row-tracking, files"),
        finding(
            "source: {path: /s, scan.startup.mode: latest}\ntarget: {path: /g, keys: [id]}",
            "source.scan.startup.mode: latest does not go with target.mode: scd2",
            "p.yaml:1:39",
            "latest, changes without the rows that were there before them",
            "initial, latest-full, from-version, from-timestamp",
            "write latest-full: it begins with the newest version's snapshot, and changes follow"),
        finding(
            LEAST + "source.scan.startup.mode: from-version\n",
            "A key is missing: source.scan.startup.version",
            "p.yaml:6:27",
            "scan.startup.mode: from-version without scan.startup.version",
            "the version of silver to begin with",
            "write scan.startup.version below source:"),
        finding(
            LEAST + "source.scan.startup.mode: from-timestamp\n",
            "A key is missing: source.scan.startup.timestamp",
            "p.yaml:6:27",
            "scan.startup.mode: from-timestamp without scan.startup.timestamp",
            "when the version of silver to begin with was the newest",
            "write scan.startup.timestamp below source:"),
        finding(
            LEAST + "source.scan.startup.version: 3\n",
            "scan.startup.version goes with scan.startup.mode: from-version only",
            "p.yaml:6:1",
            "scan.startup.mode: initial",
            "scan.startup.mode: from-version",
            "write that mode, or take scan.startup.version away"),
        finding(
            LEAST + "source.scan.startup: {mode: latest-full, timestamp: 2026-01-01}\n",
            "scan.startup.timestamp goes with scan.startup.mode: from-timestamp only",
            "p.yaml:6:42",
            "scan.startup.mode: latest-full"),
        finding(
            LEAST + "source.scan.startup: {mode: from-version, version: -1}\n",
            "source.scan.startup.version is too small",
            "p.yaml:6:52",
            "-1"),
        finding(
            LEAST + "source.scan.startup: {mode: from-version, version: first}\n",
            "source.scan.startup.version cannot be read",
            "p.yaml:6:52",
            "first",
            "a version number",
            "write a version number"),
        finding(
            LEAST + "source.scan.startup: {mode: from-timestamp, timestamp: yesterday}\n",
            "source.scan.startup.timestamp cannot be read",
            "p.yaml:6:56",
            "yesterday",
            "a timestamp such as 2026-01-01T00:00:00Z",
            "write a timestamp such as 2026-01-01T00:00:00Z"),
        finding(
            LEAST + "source.scan.bounded: {mode: timestamp, timestamp: 2026-02-30}\n",
            "source.scan.bounded.timestamp cannot be read",
            "p.yaml:6:51",
            "2026-02-30"),
        finding(
            LEAST + "source.scan.bounded.mode: timestamp\n",
            "A key is missing: source.scan.bounded.timestamp",
            "p.yaml:6:27",
            "scan.bounded.mode: timestamp without scan.bounded.timestamp"),
        finding(
            LEAST + "source.scan.bounded: {mode: latest, timestamp: 2026-01-01}\n",
            "scan.bounded.timestamp goes with scan.bounded.mode: timestamp only",
            "p.yaml:6:37",
            "scan.bounded.mode: latest"),
        finding(
            LEAST + "  mode: kpi\n",
            "target.mode: kpi is not supported yet in this release",
            "p.yaml:6:9",
            "kpi"),
        finding(
            LEAST + "  mode: scd3\n",
            "target.mode cannot be read",
            "p.yaml:6:9",
            "scd3",
            "scd2",
            "write scd2"),
        finding(
            LEAST + "source.scan.bounded.mode: last\n",
            "source.scan.bounded.mode cannot be read",
            "p.yaml:6:27",
            "last",
            "unbounded, latest, version, timestamp",
            "write unbounded, latest, version, timestamp"),
        finding(
            LEAST + "  file-size: big\n",
            "target.file-size cannot be read",
            "p.yaml:6:14",
            "big",
            "a memory size such as 64 mb",
            "write a memory size such as 64 mb"),
        finding(
            LEAST + "  compaction: false\n",
            "target.compaction is a section",
            "p.yaml:6:15",
            "one value",
            "indented keys below target.compaction:",
            "write its keys on lines of their own, indented"),
        finding(
            LEAST + "  compaction.enable: false\n",
            "Unknown key: target.compaction.enable",
            "p.yaml:6:3",
            "target.compaction.enable",
            "target.compaction.enabled",
            "write target.compaction.enabled"),
        finding(
            LEAST + "  compaction.enabled: maybe\n",
            "target.compaction.enabled cannot be read",
            "p.yaml:6:23",
            "maybe",
            "true or false",
            "write true or false"),
        finding(
            LEAST + "  compaction.min-files: many\n",
            "target.compaction.min-files cannot be read",
            "p.yaml:6:25",
            "many",
            "a whole number",
            "write a whole number"),
        finding(
            LEAST + "  compaction.min-files: 1\n",
            "target.compaction.min-files is too small",
            "p.yaml:6:25",
            "1",
            "2 or more",
            "write 2 or more"),
        finding(
            LEAST + "  compaction.max-bytes: 1 kb\n",
            "target.compaction.max-bytes is too small",
            "p.yaml:6:25",
            "1 kb",
            "1 mb or more",
            "write 1 mb or more"),
        finding(
            LEAST + "  commit.min-interval: soon\n",
            "target.commit.min-interval cannot be read",
            "p.yaml:6:24",
            "soon",
            "a duration such as 10 s",
            "write a duration such as 10 s"),
        finding(
            LEAST + "source.scan.bounded: {mode: version, version: twelve}\n",
            "source.scan.bounded.version cannot be read",
            "p.yaml:6:47",
            "twelve"),
        finding(
            LEAST + "source.scan.bounded: {mode: version, version: -1}\n",
            "source.scan.bounded.version is too small",
            "p.yaml:6:47",
            "-1"),
        finding(
            LEAST + "source.discovery-interval: 0 s\n",
            "source.discovery-interval is too small",
            "p.yaml:6:28",
            "0 s"),
        finding(
            LEAST + "source.scan.bounded.mode: version\n",
            "A key is missing: source.scan.bounded.version",
            "p.yaml:6:27",
            "scan.bounded.mode: version without scan.bounded.version"),
        finding(
            LEAST + "source.scan.bounded.version: 3\n",
            "scan.bounded.version goes with scan.bounded.mode: version only",
            "p.yaml:6:1",
            "scan.bounded.mode: unbounded"),
        finding(
            "source:\n  path: /s\ntarget:\n  path: /g\n",
            "A key is missing: target.keys",
            "p.yaml:3:1",
            "no target.keys",
            "the columns that identify a row of silver",
            "write it below target:"),
        finding(
            "target: {path: /g, keys: [id]}\n",
            "A key is missing: source.path",
            "p.yaml",
            "no source.path"),
        finding(LEAST + "name:\n", "name has no value", "p.yaml:6:1", "nothing behind the colon"),
        finding(LEAST + "name: [a]\n", "name has one value", "p.yaml:6:7", "a list"),
        finding(
            LEAST + "name: [{a: b}]\n",
            "name has one value",
            "p.yaml:6:7",
            "neither one value nor a list of values"),
        finding(
            "target: {path: /g, keys: [id]}\nsource: /s\n",
            2,
            "source is a section",
            "p.yaml:2:9",
            "one value"),
        finding(
            LEAST + "name: a\nname: b\n",
            "A key stands twice: name",
            "p.yaml:7:1",
            "name, as at p.yaml:6:1"),
        finding(
            LEAST + "target.file-size: 1 mb\ntarget:\n  file-size: 2 mb\n",
            "A key stands twice: target.file-size",
            "p.yaml:8:3",
            "target.file-size, as at p.yaml:6:1"),
        finding(
            "source: {path: /s}\ntarget: {path: /g, keys: []}",
            "target.keys names no column",
            "p.yaml:2:26",
            "[]"),
        finding(
            "source: {path: /s}\ntarget: {path: /g, keys: [a, b, a]}",
            "target.keys names a column twice",
            "p.yaml:2:26",
            "[a, b, a]"),
        finding(
            "source: {path: /s}\ntargets: [{path: /g, keys: [a]}, {path: /h, keys: [a]}]",
            "Several targets are not supported yet in this release",
            "p.yaml:2:34",
            "2 targets"),
        finding(
            "source: {path: /s}\ntarget: {path: /x/../s, keys: [a]}",
            "Silver and gold are the same table",
            "p.yaml:2:16",
            "/x/../s"),
        finding(
            LEAST + "  deletes: keep\n",
            "target.deletes cannot be read",
            "p.yaml:6:12",
            "keep",
            "close, ignore",
            "write close, ignore"),
        finding(
            LEAST + "  on-duplicate-key: last\n",
            "target.on-duplicate-key cannot be read",
            "p.yaml:6:21",
            "last",
            "fail, keep-last, dead-letter",
            "write fail, keep-last, dead-letter"),
        finding(
            LEAST + "  on-null-key: drop\n",
            "target.on-null-key cannot be read",
            "p.yaml:6:16",
            "drop",
            "fail, skip, dead-letter",
            "write fail, skip, dead-letter"),
        finding(
            LEAST + "  on-null-key: dead-letter\n",
            "A key is missing: target.dead-letter-path",
            "p.yaml:6:16",
            "target.on-null-key: dead-letter without target.dead-letter-path"),
        finding(
            LEAST + "  on-duplicate-key: dead-letter\n",
            "A key is missing: target.dead-letter-path",
            "p.yaml:6:21",
            "target.on-duplicate-key: dead-letter without target.dead-letter-path"),
        finding(
            LEAST + "  dead-letter-path: /d\n  on-null-key: skip\n",
            "target.dead-letter-path goes with dead-letter only",
            "p.yaml:6:3",
            "target.on-null-key: skip, target.on-duplicate-key: fail"),
        finding(
            LEAST + "  on-null-key: dead-letter\n  dead-letter-path: /g\n",
            "The dead-letter table is gold",
            "p.yaml:7:21",
            "/g"),
        finding(
            LEAST + "  on-null-key: dead-letter\n  dead-letter-path: /x/../s\n",
            "The dead-letter table is silver",
            "p.yaml:7:21",
            "/s"),
        finding(
            LEAST + "  valid-to-open: forever\n",
            "target.valid-to-open cannot be read",
            "p.yaml:6:18",
            "forever"),
        finding(
            LEAST + "  valid-to-open: +10000-01-01T00:00:00Z\n",
            "target.valid-to-open cannot be read",
            "p.yaml:6:18",
            "+10000-01-01T00:00:00Z"),
        finding(
            LEAST + "  valid-to-open: 2100-01-01T00:00:00.1234567Z\n",
            "target.valid-to-open cannot be read",
            "p.yaml:6:18",
            "2100-01-01T00:00:00.1234567Z"),
        finding(
            LEAST + "  valid-from-column: valid from\n",
            "target.valid-from-column is not a column name",
            "p.yaml:6:22",
            "valid from"),
        finding(
            LEAST + "  is-current-column: Valid_To\n",
            "Two history columns have the same name",
            "p.yaml:6:22",
            "target.valid-to-column: Valid_To, target.is-current-column: Valid_To"),
        finding(
            LEAST + "  valid-from-column: is_current\n",
            "Two history columns have the same name",
            "p.yaml:6:22",
            "target.valid-from-column: is_current, target.is-current-column: is_current"),
        finding(
            LEAST + "  columns: [a, b]\n",
            "target.columns leaves out columns of target.keys",
            "p.yaml:6:12",
            "[a, b]",
            "also [id]",
            "add them, or take them out of target.keys"),
        finding(
            LEAST + "  columns: [id, b]\n  tracked-columns: [b, c]\n",
            "target.columns leaves out columns of target.tracked-columns",
            "p.yaml:6:12",
            "[id, b]"),
        finding(
            LEAST + "  columns: [id, b]\n  partition-by: [is_current, c]\n",
            "target.columns leaves out columns of target.partition-by",
            "p.yaml:6:12",
            "[id, b]"),
        finding(
            LEAST + "  tracked-columns: []\n",
            "target.tracked-columns names no column",
            "p.yaml:6:20",
            "[]",
            "columns, each once",
            "write them as tracked-columns: [column, …]"),
        finding(
            LEAST + "  columns: [id, a, id]\n",
            "target.columns names a column twice",
            "p.yaml:6:12",
            "[id, a, id]"),
        finding(
            LEAST + "  partition-by: [pais]\n",
            "target.partition-by does not begin with the is-current column",
            "p.yaml:6:17",
            "[pais]"),
        finding(
            LEAST + "  is-current-column: vigente\n  partition-by: [is_current]\n",
            "target.partition-by does not begin with the is-current column",
            "p.yaml:7:17",
            "[is_current]"),
        finding(
            LEAST + "  sequence-by: [a]\n",
            "target.sequence-by goes with target.on-duplicate-key: keep-last or dead-letter only",
            "p.yaml:6:16",
            "target.on-duplicate-key: fail"),
        finding(
            LEAST + "  deletes: [close]\n",
            "target.deletes has one value",
            "p.yaml:6:12",
            "a list"),
        finding(
            LEAST + "flink:\n  execution.runtime-mode: BATCH\n",
            "Only the runtime mode STREAMING keeps versions in order",
            "p.yaml:7:27",
            "execution.runtime-mode: BATCH"),
        finding(
            LEAST + "flink:\n  execution.checkpointing.unaligned: true\n",
            "Unaligned checkpoints cannot be used",
            "p.yaml:7:38",
            "execution.checkpointing.unaligned: true"),
        finding(
            LEAST + "flink: {execution: {checkpointing: {mode: AT_LEAST_ONCE}}}\n",
            "Checkpoints must be exactly once",
            "p.yaml:6:43",
            "execution.checkpointing.mode: AT_LEAST_ONCE"),
        finding(
            LEAST + "flink:\n  execution.checkpointing.interval: often\n",
            "Checkpoints cannot be switched off",
            "p.yaml:7:37",
            "execution.checkpointing.interval: often"),
        finding(
            LEAST + "flink:\n  parallelism.default:\n",
            "An option of flink has no value: parallelism.default",
            "p.yaml:7:3",
            "nothing"));
  }

  private static Arguments finding(String yaml, String what, String where, String... rest) {
    return finding(yaml, 1, what, where, rest);
  }

  private static Arguments finding(
      String yaml, int findings, String what, String where, String... rest) {
    return Arguments.of(yaml, findings, what, where, List.of(rest));
  }

  @ParameterizedTest
  @MethodSource
  void findings(String yaml, int count, String what, String where, List<String> rest) {
    List<Finding> findings = findingsOf(yaml);

    assertThat(findings).hasSize(count);
    Finding finding = findings.get(0);
    assertThat(finding.what()).isEqualTo(what);
    assertThat(finding.where()).isEqualTo(where);
    assertThat(finding.found()).isEqualTo(rest.get(0));
    assertThat(finding.remedy()).isNotBlank();
    if (rest.size() > 1) {
      assertThat(finding.expected()).isEqualTo(rest.get(1));
      assertThat(finding.remedy()).isEqualTo(rest.get(2));
    }
  }

  @Test
  void overridesAreFindingsToo() {
    List<Finding> findings =
        findingsOf(
            LEAST,
            "target.file-sizes=1 mb",
            "taget.file-size=1 mb",
            "name",
            "name=",
            "source.path=/g");

    assertThat(findings)
        .extracting(Finding::what, Finding::where, Finding::found)
        .containsExactly(
            tuple("An option after -D has no value", "command line", "-D name"),
            tuple(
                "Unknown key: target.file-sizes",
                "command line, -D target.file-sizes",
                "target.file-sizes"),
            tuple("Unknown key: taget", "command line, -D taget.file-size", "taget"),
            tuple("name has no value", "command line, -D name", "nothing behind the colon"),
            tuple("Silver and gold are the same table", "p.yaml:4:9", "/g"));
  }

  @Test
  void everythingIsFoundAtOnce() {
    ConfigurationException error =
        error("nme: x\nsource:\n  path: [a]\ntarget:\n  mode: kpi\n  path: /g\n");

    assertThat(error)
        .hasMessage(
            """
            4 errors in the configuration

            Unknown key: nme
              where:    p.yaml:1:1
              found:    nme
              expected: name
              remedy:   write name

            source.path has one value
              where:    p.yaml:3:9
              found:    a list
              expected: text
              remedy:   write one value

            target.mode: kpi is not supported yet in this release
              where:    p.yaml:5:9
              found:    kpi
              expected: scd2
              remedy:   use one of these

            A key is missing: target.keys
              where:    p.yaml:4:1
              found:    no target.keys
              expected: the columns that identify a row of silver
              remedy:   write it below target:""");
  }

  @Test
  void sectionsWithinThemselvesEnd() {
    assertThat(findingsOf(LEAST + "flink: &a\n  b: *a\n"))
        .extracting(Finding::what)
        .containsExactly("flink is a section");
  }

  @Test
  void aFileThatCannotBeReadIsAFinding(@TempDir Path directory) throws IOException {
    Path latin = Files.write(directory.resolve("latin.yaml"), new byte[] {'a', (byte) 0xe9, ':'});

    assertThat(List.of(directory.resolve("none.yaml"), directory, latin))
        .extracting(
            file ->
                catchThrowableOfType(
                        ConfigurationException.class, () -> PipelineFile.read(file, List.of()))
                    .findings()
                    .get(0)
                    .found())
        .containsExactly("no such file", "a directory", "bytes that are not UTF-8");
  }

  @Test
  void theNameOfTheFileIsTheNameOfThePipeline(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("ventas.prod.yaml"), LEAST);

    assertThat(PipelineFile.read(file, List.of()).name()).isEqualTo("ventas.prod");
  }

  private static PipelineConfig read(String yaml, String... overrides) {
    return PipelineFile.draft("dir/pipeline.yaml", yaml, List.of(overrides)).config();
  }

  private static List<Finding> findingsOf(String yaml, String... overrides) {
    return error(yaml, overrides).findings();
  }

  private static ConfigurationException error(String yaml, String... overrides) {
    return catchThrowableOfType(
        ConfigurationException.class,
        () -> PipelineFile.draft("p.yaml", yaml, List.of(overrides)).config());
  }
}
