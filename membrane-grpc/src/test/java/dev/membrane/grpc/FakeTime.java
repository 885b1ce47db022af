package dev.membrane.grpc;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes only when a test says so. */
final class FakeTime {

  private final AtomicLong nanos = new AtomicLong(1);

  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  long nanos() {
    return nanos.get();
  }
}
