package dev.membrane.protocol;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Ids that lead from what a caller was told to the line in the log. They say nothing else.
 * Thread-safe.
 */
public final class FaultIds implements Supplier<String> {

  private static final int BYTES = 8;

  private final Random random = new SecureRandom();

  /** A source of ids that nobody can guess. */
  public FaultIds() {}

  @Override
  public String get() {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
