package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class DeadlineTest {

  @Test
  void whatComesInTimeComesAsItIs() throws Exception {
    assertThat(Deadline.within(Duration.ofMinutes(1), () -> "answer")).isEqualTo("answer");
    IOException error = new IOException("refused");
    assertThatThrownBy(
            () ->
                Deadline.within(
                    Duration.ofMinutes(1),
                    () -> {
                      throw error;
                    }))
        .isSameAs(error);
  }

  @Test
  void whatNeverComesIsGivenUpAndInterrupted() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    AtomicBoolean started = new AtomicBoolean();
    CountDownLatch interrupted = new CountDownLatch(1);

    assertThatThrownBy(
            () ->
                Deadline.within(
                    Duration.ofMillis(500),
                    () -> {
                      started.set(true);
                      try {
                        never.await();
                      } catch (InterruptedException e) {
                        interrupted.countDown();
                      }
                      return "too late";
                    }))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("no answer within 500 milliseconds");

    // A machine that is so busy that nothing has begun has nothing to interrupt.
    assertThat(!started.get() || interrupted.await(1, TimeUnit.MINUTES)).isTrue();
  }
}
