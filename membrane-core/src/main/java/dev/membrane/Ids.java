package dev.membrane;

import com.fasterxml.uuid.UUIDClock;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.function.Supplier;

/** Makes record ids: UUIDs of version 7, which sort by the time they were made. */
final class Ids {

  private Ids() {}

  static Supplier<String> basedOn(InstantSource clock) {
    TimeBasedEpochGenerator generator =
        new TimeBasedEpochGenerator(
            new SecureRandom(),
            new UUIDClock() {
              @Override
              public long currentTimeMillis() {
                return clock.millis();
              }
            });
    return () -> generator.generate().toString();
  }
}
