package dev.membrane.protocol;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Makes the ids of faults, by which the line in the log is found that belongs to what a caller was
 * told. They carry no other information. Thread-safe.
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
