package dev.membrane.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.membrane.Memory;
import java.lang.management.ManagementFactory;

/**
 * What some work took.
 *
 * @param processor microseconds of this process for each call, whatever they were spent on
 */
record Spell(Timings timings, double processor) {

  private static final double NANOS_PER_MICRO = 1e3;

  static Spell of(Work work, Memory engine) {
    long before = processorTime();
    Timings timings = work.on(engine);
    return new Spell(timings, (processorTime() - before) / NANOS_PER_MICRO / timings.calls());
  }

  private static long processorTime() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
