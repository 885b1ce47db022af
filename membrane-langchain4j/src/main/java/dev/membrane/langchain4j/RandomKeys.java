package dev.membrane.langchain4j;

import java.security.SecureRandom;
import java.util.Random;
import java.util.UUID;

/** Keys that nobody else has and nobody can guess. Thread-safe. */
final class RandomKeys {

  private final Random random = new SecureRandom();

  String next() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }
}
