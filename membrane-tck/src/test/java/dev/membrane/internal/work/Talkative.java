package dev.membrane.internal.work;

import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;

/** Looks at the clock, throws dice and talks about it. */
public final class Talkative {

  Supplier<Instant> now() {
    return Instant::now;
  }

  long millis() {
    return System.currentTimeMillis();
  }

  void chance() {
    System.out.println(UUID.randomUUID());
  }
}
