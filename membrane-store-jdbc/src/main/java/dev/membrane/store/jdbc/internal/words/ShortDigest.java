package dev.membrane.store.jdbc.internal.words;

import dev.membrane.schema.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/** A short digest that tells different texts apart. Stateless and thread-safe. */
public final class ShortDigest {

  private static final int BYTES = 16;

  private ShortDigest() {}

  /** The first 128 bits, in hexadecimal, of the SHA-256 of all texts one after the other. */
  public static String of(String... texts) {
    MessageDigest digest = Sha256.digest();
    for (String text : texts) {
      digest.update(text.getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
  }
}
