package io.deltascd.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.PipelineException;
import java.io.IOException;
import org.apache.flink.util.FlinkRuntimeException;
import org.junit.jupiter.api.Test;

class EnumeratorFailuresTest {
  private final PipelineException told =
      new PipelineException("Silver is another table", "s", "1", "2", "start anew");

  private final FakeEnumeratorContext context = new FakeEnumeratorContext(2);
  private final EnumeratorFailures failures = new EnumeratorFailures(context);

  @Test
  void aReaderIsToldWhatNoRestartMends() {
    context.register(1);
    failures.fail("Cannot look", new IOException("around it", told));
    assertThat(failures.isPending()).isTrue();
    failures.fail("Cannot look", told);
    assertThat(context.takeSent(1)).as("once").hasSize(1);

    failures.readerComes();
    failures.fail("Cannot look", told);
    assertThat(context.takeSent(1))
        .as("again, since the one that was told may be gone")
        .singleElement()
        .satisfies(event -> assertThat(((RunFails) event).error()).hasMessage(told.getMessage()));
  }

  @Test
  void withoutAReaderItIsThrown() {
    assertThatThrownBy(() -> failures.fail("Cannot look", told)).isSameAs(told);
    assertThat(failures.isPending()).isFalse();
  }

  @Test
  void whatARestartMayMendIsThrown() {
    context.register(0);
    IOException error = new IOException("connection reset");
    assertThatThrownBy(() -> failures.fail("Cannot look", error))
        .isInstanceOf(FlinkRuntimeException.class)
        .hasMessage("Cannot look")
        .hasCause(error);
    assertThat(context.takeSent(0)).isEmpty();
  }
}
