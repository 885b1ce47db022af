package dev.membrane.server.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The key of a background server whose configuration has none. Any user of the machine can reach a
 * loopback port, but only the owner of the database shall reach its content.
 */
public final class LocalKey {

  private static final int BYTES = 32;

  private LocalKey() {}

  /**
   * Reads the key, which is made if there is none. Called by one process at a time.
   *
   * @throws IOException if it cannot be read or made
   */
  public static String of(Path path) throws IOException {
    if (!Files.exists(path)) {
      make(path);
    }
    return Files.readString(path).strip();
  }

  /** Whether a key is the one in the file. */
  static boolean is(String key, Path path) throws IOException {
    return Files.exists(path) && Files.readString(path).strip().equals(key);
  }

  private static void make(Path path) throws IOException {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    String key = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    OwnersFile.write(path, key);
  }
}
