package dev.membrane.server.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/**
 * The key of a background server whose configuration has none. Any user of the machine can reach a
 * loopback port, but only the owner of the database shall reach its content.
 */
public final class LocalKey {

  private static final int BYTES = 32;

  private LocalKey() {}

  /**
   * Reads the key, which is made if there is none, or it is damaged. Called by one process at a
   * time.
   *
   * @throws IOException if it cannot be read or made
   */
  public static String of(Path path) throws IOException {
    Optional<String> key = read(path);
    return key.isPresent() ? key.get() : make(path);
  }

  /** Whether a key is the one in the file. */
  static boolean is(String key, Path path) throws IOException {
    return read(path).filter(key::equals).isPresent();
  }

  private static Optional<String> read(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return Optional.empty();
    }
    // One byte is one character, so that no damage is a fault of the encoding.
    String text = Files.readString(path, StandardCharsets.ISO_8859_1).strip();
    return Optional.of(text).filter(it -> it.matches("[!-~]+"));
  }

  private static String make(Path path) throws IOException {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    String key = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    OwnersFile.write(path, key, StandardCopyOption.REPLACE_EXISTING);
    return key;
  }
}
