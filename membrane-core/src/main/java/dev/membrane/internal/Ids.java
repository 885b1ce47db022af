package dev.membrane.internal;

import com.fasterxml.uuid.UUIDClock;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.function.Supplier;

/** Makes record ids, UUIDs of version 7, which sort by the time they were made, and nonces. */
public final class Ids {

  private static final int NONCE_BYTES = 16;

  private Ids() {}

  public static Supplier<String> basedOn(InstantSource clock) {
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

  /** Texts that nobody can guess, for the audit chain. */
  public static Supplier<String> nonces() {
    SecureRandom random = new SecureRandom();
    return () -> {
      byte[] nonce = new byte[NONCE_BYTES];
      random.nextBytes(nonce);
      return HexFormat.of().formatHex(nonce);
    };
  }
}
