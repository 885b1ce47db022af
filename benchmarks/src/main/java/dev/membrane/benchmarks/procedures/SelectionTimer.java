package dev.membrane.benchmarks.procedures;

import dev.membrane.spi.Tracer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the processor time of selecting procedures, which one thread does for each question. */
final class SelectionTimer implements Tracer {

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final AtomicLong nanos = new AtomicLong();

  @Override
  public Span step(TracedStep step) {
    if (step != TracedStep.SELECTION) {
      return Span.NONE;
    }
    long begin = threads.getCurrentThreadCpuTime();
    return new Span() {
      @Override
      public void close() {
        nanos.addAndGet(threads.getCurrentThreadCpuTime() - begin);
      }
    };
  }

  /** The nanoseconds since this was last asked. */
  long taken() {
    return nanos.getAndSet(0);
  }
}
