package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
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
    CountDownLatch interrupted = new CountDownLatch(1);

    assertThatThrownBy(
            () ->
                Deadline.within(
                    Duration.ofMillis(2),
                    () -> {
                      try {
                        never.await();
                      } catch (InterruptedException e) {
                        interrupted.countDown();
                      }
                      return "too late";
                    }))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("no answer within 2 milliseconds");

    interrupted.await();
  }
}
