package io.deltascd.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.junit.jupiter.api.Test;

class EffectiveSettingsTest {

  /** Nothing as its default is. */
  private static final String ALL =
      """
      name: productos
      source:
        path: s3a://bucket/silver
        scan.startup.mode: from-version
        scan.startup.version: 3
        scan.bounded.mode: version
        scan.bounded.version: 12
        scan.change-capture: files
        scan.schema-change.accept-version: 7
        on-history-lost: resync
        discovery-interval: 1500 ms
      target:
        path: /data/gold
        mode: scd2
        keys: [id, shop]
        columns: [id, shop, name, note, seq]
        tracked-columns: [name]
        deletes: ignore
        valid-from-column: f
        valid-to-column: t
        is-current-column: c
        valid-from-version-column: fv
        valid-to-version-column: tv
        valid-to-open: 9999-12-31T23:59:59Z
        on-duplicate-key: dead-letter
        sequence-by: [seq]
        on-null-key: dead-letter
        dead-letter-path: /data/letters
        partition-by: [c, shop]
        adopt: true
        commit.min-interval: 2 min
        memory.align: 32 mb
        memory.write: 16 mb
        file-size: 256 mb
        compaction.enabled: true
        compaction.min-files: 5
        compaction.max-bytes: 48 mb
      """;

  private static final Map<String, String> EXPECTED =
      Map.ofEntries(
          Map.entry("name", "productos"),
          Map.entry("source.path", "s3a://bucket/silver"),
          Map.entry("source.scan.startup.mode", "from-version"),
          Map.entry("source.scan.startup.version", "3"),
          Map.entry("source.scan.bounded.mode", "version"),
          Map.entry("source.scan.bounded.version", "12"),
          Map.entry("source.scan.change-capture", "files"),
          Map.entry("source.scan.schema-change.accept-version", "7"),
          Map.entry("source.on-history-lost", "resync"),
          Map.entry("source.discovery-interval", "1500 ms"),
          Map.entry("target.path", "/data/gold"),
          Map.entry("target.mode", "scd2"),
          Map.entry("target.keys", "id, shop"),
          Map.entry("target.columns", "id, shop, name, note, seq"),
          Map.entry("target.tracked-columns", "name"),
          Map.entry("target.deletes", "ignore"),
          Map.entry("target.valid-from-column", "f"),
          Map.entry("target.valid-to-column", "t"),
          Map.entry("target.is-current-column", "c"),
          Map.entry("target.valid-from-version-column", "fv"),
          Map.entry("target.valid-to-version-column", "tv"),
          Map.entry("target.valid-to-open", "9999-12-31T23:59:59Z"),
          Map.entry("target.on-duplicate-key", "dead-letter"),
          Map.entry("target.sequence-by", "seq"),
          Map.entry("target.on-null-key", "dead-letter"),
          Map.entry("target.dead-letter-path", "/data/letters"),
          Map.entry("target.partition-by", "c, shop"),
          Map.entry("target.adopt", "true"),
          Map.entry("target.commit.min-interval", "2 min"),
          Map.entry("target.memory.align", "32 mb"),
          Map.entry("target.memory.write", "16 mb"),
          Map.entry("target.file-size", "256 mb"),
          Map.entry("target.compaction.enabled", "true"),
          Map.entry("target.compaction.min-files", "5"),
          Map.entry("target.compaction.max-bytes", "48 mb"));

  @Test
  void everySettingIsThere() {
    Map<String, String> times =
        settings(
            """
            source:
              path: /s
              scan.startup.mode: from-timestamp
              scan.startup.timestamp: 2026-01-01 00:00:00+01:00
              scan.bounded.mode: timestamp
              scan.bounded.timestamp: 2026-02-01T00:00:00Z
            target: {path: /g, keys: [id], on-duplicate-key: keep-last}
            """);

    assertThat(settings(ALL)).containsExactlyInAnyOrderEntriesOf(EXPECTED);
    assertThat(times)
        .containsEntry("source.scan.startup.timestamp", "2025-12-31T23:00:00Z")
        .containsEntry("source.scan.bounded.timestamp", "2026-02-01T00:00:00Z")
        .containsEntry("target.on-duplicate-key", "keep-last");
    Set<String> shown = new HashSet<>(EXPECTED.keySet());
    shown.addAll(times.keySet());
    shown.add(PipelineOptions.MAX_OUTAGE.key());
    assertThat(shown)
        .containsExactlyInAnyOrderElementsOf(
            PipelineOptions.all().stream().map(ConfigOption::key).toList());
  }

  @Test
  void defaultsAreSettings() {
    assertThat(settings("source.path: /s\ntarget: {path: /g, keys: [id]}\n"))
        .containsEntry("name", "p")
        .containsEntry("source.scan.startup.mode", "initial")
        .containsEntry("source.on-history-lost", "fail")
        .containsEntry("target.deletes", "close")
        .containsEntry("target.partition-by", "is_current")
        .containsEntry("target.compaction.min-files", "8")
        .doesNotContainKeys(
            "source.scan.startup.version", "target.columns", "target.dead-letter-path");
  }

  /**
   * Flink shows all values but those of names that it knows; file system options are never shown.
   */
  @Test
  void secretsAreMasked() {
    Map<String, String> shown =
        settings(
            """
            source.path: /s
            target: {path: /g, keys: [id]}
            hadoop:
              fs.s3a.endpoint: hunter2
              fs.s3a.secret.key: hunter2
            flink:
              parallelism.default: 2
              s3.secret-key: hunter2
              a.dir: s3://b/c?token=hunter2
            """);

    assertThat(shown)
        .containsEntry("hadoop.fs.s3a.endpoint", "******")
        .containsEntry("hadoop.fs.s3a.secret.key", "******")
        .containsEntry("flink.parallelism.default", "2")
        .containsEntry("flink.s3.secret-key", "******");
    assertThat(shown.toString()).doesNotContain("hunter2");
  }

  private static Map<String, String> settings(String yaml) {
    return EffectiveSettings.of(PipelineFile.draft("p.yaml", yaml, List.of()).config());
  }
}
