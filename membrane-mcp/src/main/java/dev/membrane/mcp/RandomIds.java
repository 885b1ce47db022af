package dev.membrane.mcp;

import java.security.SecureRandom;
import java.util.Random;
import java.util.UUID;

/** Ids that nobody else has and nobody can guess. Thread-safe. */
final class RandomIds {

  private final Random random = new SecureRandom();

  String next() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }
}
