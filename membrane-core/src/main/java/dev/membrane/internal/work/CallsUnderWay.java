package dev.membrane.internal.work;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Counts the calls that are computing, so that background work leaves processors to them. */
public final class CallsUnderWay {

  private final AtomicInteger count = new AtomicInteger();
  private final int processors = Runtime.getRuntime().availableProcessors();

  /** None yet. */
  public CallsUnderWay() {}

  /** Answers a call. */
  public <T> T during(Supplier<T> call) {
    count.incrementAndGet();
    try {
      return call.get();
    } finally {
      count.decrementAndGet();
    }
  }

  /** Has a call that is under way wait for something: meanwhile it needs no processor. */
  public void waiting(Runnable pause) {
    count.decrementAndGet();
    try {
      pause.run();
    } finally {
      count.incrementAndGet();
    }
  }

  /** How many processors are left besides that of whoever asks; may be less than 0. */
  public int spare() {
    return processors - 1 - count.get();
  }
}
