package io.deltascd.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.PipelineException;
import io.deltascd.model.WireRecord;
import java.util.UUID;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class VersionWatermarksTest {
  private static final UUID PIPELINE = new UUID(1, 2);

  @Test
  @SuppressWarnings("try") // a harness may be interrupted while it closes
  void letsVersionsPassButNotTheEndOfTime() throws Exception {
    try (OneInputStreamOperatorTestHarness<WireRecord, WireRecord> harness = harness(PIPELINE)) {
      harness.open();
      harness.getOutput().clear();
      harness.processWatermark(7);
      harness.processWatermark(Watermark.MAX_WATERMARK);
      assertThat(harness.getOutput()).containsExactly(new Watermark(7));
    }
  }

  @Test
  @SuppressWarnings("try") // a harness may be interrupted while it closes
  void saysFirstThatTheSourceBeginsWithoutState() throws Exception {
    OperatorSubtaskState state;
    try (OneInputStreamOperatorTestHarness<WireRecord, WireRecord> harness = harness(PIPELINE)) {
      harness.open();
      assertThat(harness.getOutput()).containsExactly(new Watermark(-1));
      state = harness.snapshot(1, 0);
    }
    try (OneInputStreamOperatorTestHarness<WireRecord, WireRecord> harness = harness(PIPELINE)) {
      harness.initializeState(state);
      harness.open();
      assertThat(harness.getOutput()).isEmpty();
    }
    try (OneInputStreamOperatorTestHarness<WireRecord, WireRecord> harness =
        harness(new UUID(3, 4))) {
      assertThatThrownBy(() -> harness.initializeState(state))
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("The state is of another pipeline than gold")
          .hasMessageContaining(PIPELINE.toString());
    }
  }

  private static OneInputStreamOperatorTestHarness<WireRecord, WireRecord> harness(UUID pipeline)
      throws Exception {
    return new OneInputStreamOperatorTestHarness<>(new VersionWatermarks(pipeline));
  }
}
