package dev.membrane.grpc;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes only when a test says so. */
final class FakeTime implements TimeMeter {

  private final AtomicLong nanos = new AtomicLong(1);

  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Override
  public long currentTimeNanos() {
    return nanos.get();
  }

  @Override
  public boolean isWallClockBased() {
    return false;
  }
}
