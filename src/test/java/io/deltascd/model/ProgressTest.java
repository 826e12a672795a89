package io.deltascd.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.model.HistorySettings.Deletes;
import io.deltascd.model.HistorySettings.DuplicateKeys;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ProgressTest {

  /** As the first release wrote it, and a field that a later one may add. */
  private static final String EARLIER =
      """
      {"format":1,"pipelineId":"00000000-0000-0001-0000-000000000002","pipelineName":"p",\
      "mode":"scd2","keys":["id"],"columns":"abc","startVersion":3,\
      "silver":{"tableId":"s","version":7,"timeMicros":9},\
      "commits":[{"sequence":4,"id":"00000000-0000-0003-0000-000000000004"}],\
      "totals":{"changes":1,"opened":2,"closed":3,"unchanged":4},"later":{"x":1}}\
      """;

  @Test
  void anEarlierReleaseHadTheUsualSettings() {
    Progress progress = Progress.fromJson(EARLIER, "/gold");

    assertThat(progress)
        .isEqualTo(
            new Progress(
                1,
                new UUID(1, 2),
                "p",
                "scd2",
                List.of("id"),
                "abc",
                HistorySettings.DEFAULT,
                3,
                new SilverPosition("s", 7, 9),
                List.of(new CommitId(4, new UUID(3, 4))),
                new Totals(1, 2, 3, 4),
                List.of(),
                false,
                false));
  }

  @Test
  void settingsAreWrittenReadably() {
    HistorySettings settings =
        new HistorySettings(
            new HistoryColumns("desde", "hasta", "vigente", null, "v"),
            "9999-12-31T23:59:59Z",
            Deletes.IGNORE,
            List.of("id", "a", "b"),
            List.of("a"),
            List.of("vigente", "b"),
            DuplicateKeys.KEEP_LAST,
            List.of("c"));
    String json = Progress.fromJson(EARLIER, "/gold").with(settings).toJson();

    assertThat(json)
        .contains(
            "\"history\":{\"names\":{\"validFrom\":\"desde\",\"validTo\":\"hasta\","
                + "\"isCurrent\":\"vigente\",\"validToVersion\":\"v\"},"
                + "\"openEnd\":\"9999-12-31T23:59:59Z\",\"deletes\":\"ignore\","
                + "\"columns\":[\"id\",\"a\",\"b\"],\"tracked\":[\"a\"],"
                + "\"partitionBy\":[\"vigente\",\"b\"],\"onDuplicateKey\":\"keep-last\","
                + "\"sequenceBy\":[\"c\"]}");
    assertThat(Progress.fromJson(json, "/gold").history()).isEqualTo(settings);
  }

  @Test
  void whatOthersDidIsRemembered() {
    Progress progress = Progress.fromJson(EARLIER, "/gold");
    assertThat(progress.toJson()).doesNotContain("changedByOthers");
    String json = progress.asChangedByOthers().toJson();
    assertThat(json).contains("\"changedByOthers\":true");
    assertThat(Progress.fromJson(json, "/gold").changedByOthers()).isTrue();
    assertThat(Progress.fromJson(json, "/gold").with(HistorySettings.DEFAULT).changedByOthers())
        .isTrue();
  }

  @Test
  void leapsAreRemembered() {
    Progress progress =
        Progress.fromJson(
            EARLIER.replace("\"later\":{\"x\":1}", "\"resyncs\":[{\"from\":1,\"to\":5}]"), "/gold");
    GoldCommit leap =
        new GoldCommit(
            0,
            progress.pipelineId(),
            progress.newest().next(),
            progress.newest(),
            GoldCommit.Kind.RESYNC,
            new SilverPosition("t", 2, 10),
            List.of(),
            Map.of(),
            Totals.NONE,
            List.of(),
            List.of(),
            new Resync(7, 2));

    assertThat(progress.resyncs()).containsExactly(new Resync(1, 5));
    assertThat(progress.after(leap).toJson())
        .contains("\"resyncs\":[{\"from\":1,\"to\":5},{\"from\":7,\"to\":2}]")
        .contains("\"silver\":{\"tableId\":\"t\",\"version\":2,\"timeMicros\":10}");
    assertThat(Progress.fromJson(EARLIER, "/gold").toJson()).doesNotContain("resyncs");
  }

  @Test
  void settingsThatAreNotThereAreTheUsualOnes() {
    String json = EARLIER.replace("\"later\":{\"x\":1}", "\"history\":{\"deletes\":\"ignore\"}");

    assertThat(Progress.fromJson(json, "/gold").history())
        .isEqualTo(new HistorySettings(null, null, Deletes.IGNORE, null, null, null, null, null));
  }
}
