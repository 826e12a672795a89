package io.deltascd.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.model.WireRecord;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class VersionWatermarksTest {

  @Test
  @SuppressWarnings("try") // a harness may be interrupted while it closes
  void letsVersionsPassButNotTheEndOfTime() throws Exception {
    try (OneInputStreamOperatorTestHarness<WireRecord, WireRecord> harness =
        new OneInputStreamOperatorTestHarness<>(new VersionWatermarks())) {
      harness.open();
      harness.processWatermark(7);
      harness.processWatermark(Watermark.MAX_WATERMARK);
      assertThat(harness.getOutput()).containsExactly(new Watermark(7));
    }
  }
}
