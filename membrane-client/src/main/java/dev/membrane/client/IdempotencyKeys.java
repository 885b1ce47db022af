package dev.membrane.client;

import java.security.SecureRandom;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes the keys by which the server recognises a repeated call. Thread-safe. */
final class IdempotencyKeys {

  private final Random random = new SecureRandom();

  /** The caller's own key, or one that no other call has. */
  String of(@Nullable String own) {
    return own == null || own.isEmpty()
        ? new UUID(random.nextLong(), random.nextLong()).toString()
        : own;
  }
}
