package dev.membrane.mcp;

import java.security.SecureRandom;
import java.util.Random;
import java.util.UUID;

/** Makes ids that are unique and that nobody can guess. Thread-safe. */
final class RandomIds {

  private final Random random = new SecureRandom();

  String next() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }
}
