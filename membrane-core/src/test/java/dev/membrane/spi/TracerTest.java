package dev.membrane.spi;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.membrane.spi.Tracer.Operation;
import dev.membrane.spi.Tracer.Span;
import dev.membrane.spi.Tracer.TracedStep;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** What is not traced costs nothing. */
class TracerTest {

  private static final int CALLS = 10_000;
  private static final TracedStep[] STEPS = TracedStep.values();

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void to_trace_nothing_allocates_nothing() {
    trace(CALLS);
    long id = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(id);
    long measuring = threads.getThreadAllocatedBytes(id) - before;

    before = threads.getThreadAllocatedBytes(id);
    trace(CALLS);

    assertThat(threads.getThreadAllocatedBytes(id) - before - measuring).isLessThan(CALLS / 10);
  }

  private static void trace(int calls) {
    Runnable work = () -> {};
    for (int i = 0; i < calls; i++) {
      if (Tracer.NONE.isOn()) {
        throw new IllegalStateException();
      }
      try (Span operation = Tracer.NONE.operation(Operation.SEARCH)) {
        for (TracedStep each : STEPS) {
          try (Span step = Tracer.NONE.step(each)) {
            step.records(i);
          }
        }
        operation.record("id");
        Tracer.NONE.carrying(work).run();
      }
    }
  }
}
