package dev.membrane.mcp;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/** Names for tasks that nobody else has. Thread-safe. */
final class TaskIds {

  private final Random random = new SecureRandom();

  /** A new id, or that of a request which comes again. */
  String next(Optional<String> idempotencyKey) {
    return idempotencyKey
        .map(key -> UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8)))
        .orElseGet(() -> new UUID(random.nextLong(), random.nextLong()))
        .toString();
  }
}
