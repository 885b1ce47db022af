package dev.membrane.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.store.StoreUnavailableException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.slf4j.event.EventRecordingLogger;
import org.slf4j.event.Level;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.SubstituteLogger;

class WorkFailuresTest {

  private final Queue<SubstituteLoggingEvent> events = new ArrayDeque<>();
  private final EventRecordingLogger log =
      new EventRecordingLogger(new SubstituteLogger("work", events, false), events);

  @Test
  void an_unavailable_store_is_a_warning_in_one_line() {
    WorkFailures.log(
        log, "the job failed", new StoreUnavailableException("gone", new IOException("refused")));
    assertThat(events)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getLevel()).isEqualTo(Level.WARN);
              assertThat(event.getThrowable()).isNull();
            });
  }

  @Test
  void any_other_failure_is_an_error_with_its_stack_trace() {
    WorkFailures.log(log, "the job failed", new IllegalStateException("broken"));
    assertThat(events)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getLevel()).isEqualTo(Level.ERROR);
              assertThat(event.getThrowable()).isNotNull();
            });
  }
}
