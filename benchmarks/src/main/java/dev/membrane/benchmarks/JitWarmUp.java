package dev.membrane.benchmarks;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Runs what is to be measured until the compiler has little left to do with it. Code of many
 * classes takes the compiler tens of seconds on two cores, a short loop takes it one: measured
 * after the same short while, the two would be compared in different states.
 *
 * @param most when it ends at the latest
 */
record JitWarmUp(Duration most) {

  /** The share of a spell's time for which the compiler may still be busy. */
  private static final double LITTLE = 0.05;

  private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();

  /** Runs a spell at least once. */
  void of(Runnable spell) {
    long start = System.nanoTime();
    double busy;
    do {
      long before = System.nanoTime();
      long compiled = COMPILER.getTotalCompilationTime();
      spell.run();
      busy = (COMPILER.getTotalCompilationTime() - compiled) * 1e6 / (System.nanoTime() - before);
    } while (busy > LITTLE && System.nanoTime() - start < most.toNanos());
  }
}
