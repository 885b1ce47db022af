package dev.membrane.spi.keys;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The key that wraps the data keys of a store. It may never leave the place where it is kept: that
 * place wraps and unwraps. A store calls it when it is opened, for each scope that is new or was
 * not used lately, and when the key is changed, but not for each record. Safe for use by many
 * threads.
 *
 * <p>No call may wait for long, ten seconds at most: commits and reads of a scope wait for it.
 * Whatever a call throws besides a {@link KeyException}, and a null or an answer of another length,
 * fails what needed the key, as if its place did not answer.
 */
public interface KeyEncryptionKey extends AutoCloseable {

  /**
   * Encrypts a data key, so that whoever changes a bit of it is found out.
   *
   * @param dataKey 48 bytes
   * @throws KeyException if that is not possible
   */
  WrappedKey wrap(byte[] dataKey);

  /**
   * Decrypts what {@link #wrap} has answered, if need be with a former version of the key, which
   * {@link WrappedKey#keyId} tells.
   *
   * @return the data key, which belongs to the caller
   * @throws KeyException if that is not possible; it says whether another key has wrapped it
   */
  byte[] unwrap(WrappedKey wrapped);

  /** Frees what it holds. The store that has opened it closes it. By default there is nothing. */
  @Override
  default void close() {}

  /**
   * A data key, encrypted with a key-encryption key. Stores keep both texts as they are.
   *
   * @param keyId which key and version of it has wrapped the data key, 1 to 300 printable ASCII
   *     characters without blanks; it is no secret, and another key or version has another one
   * @param wrapped the encrypted key, 1 to 4,000 such characters, as in Base64
   */
  record WrappedKey(String keyId, String wrapped) {

    private static final Pattern KEY_ID = Pattern.compile("[!-~]{1,300}");
    private static final Pattern WRAPPED = Pattern.compile("[!-~]{1,4000}");

    /**
     * Checks both.
     *
     * @throws IllegalArgumentException if one of them has other characters, or another length
     */
    public WrappedKey {
      if (!KEY_ID.matcher(keyId).matches()) {
        throw new IllegalArgumentException("key id: must be 1 to 300 printable characters");
      }
      if (!WRAPPED.matcher(wrapped).matches()) {
        throw new IllegalArgumentException("wrapped key: must be 1 to 4000 printable characters");
      }
    }
  }

  /** Files with a key that an operator keeps. Stateless and thread-safe. */
  static final class KeyFile {

    /** The length of a key in bytes. */
    public static final int BYTES = 32;

    private static final Pattern HEXADECIMAL = Pattern.compile("[0-9A-Fa-f]{64}");

    /** More than any form of a key takes, so that a wrong file is not read as a whole. */
    private static final int MAX_LENGTH = 1_000;

    private static final String NO_KEY =
        "must name a file with a key: 32 random bytes in Base64 or hexadecimal";

    private static final Set<PosixFilePermission> OF_OWNER =
        EnumSet.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.OWNER_EXECUTE);

    private KeyFile() {}

    /**
     * Reads a file with 32 bytes in Base64 or in 64 hexadecimal digits, which nobody but its owner
     * may read or write; one of root's may be read by its group.
     *
     * @throws IllegalArgumentException if it is no such file; the message tells nothing of what is
     *     in it, and is worded to follow the name of a setting
     */
    public static byte[] read(Path file) {
      try {
        if (!Files.isRegularFile(file)) {
          throw unreadable(file, null); // A pipe would be waited for.
        }
        if (Files.size(file) > MAX_LENGTH) {
          throw new IllegalArgumentException(NO_KEY);
        }
        if (isOpenToOthers(file)) {
          throw new IllegalArgumentException(
              "names a file that others may read or write; chmod 600 " + file);
        }
        return bytes(Files.readString(file, ISO_8859_1).strip());
      } catch (IOException unreadable) {
        throw unreadable(file, unreadable);
      }
    }

    private static IllegalArgumentException unreadable(Path file, @Nullable IOException cause) {
      return new IllegalArgumentException("names a file that cannot be read: " + file, cause);
    }

    /**
     * Whether others than its owner may read or write a file; one of root's may be read by its
     * group. False where files have no such rights.
     *
     * @throws IOException if that cannot be found out
     */
    public static boolean isOpenToOthers(Path file) throws IOException {
      if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
        return false;
      }
      PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
      Set<PosixFilePermission> rights = new HashSet<>(attributes.permissions());
      rights.removeAll(OF_OWNER);
      if (attributes.owner().getName().equals("root")) {
        // So systemd and orchestrators hand secrets to the group of a service.
        rights.remove(PosixFilePermission.GROUP_READ);
      }
      return !rights.isEmpty();
    }

    private static byte[] bytes(String text) {
      try {
        byte[] bytes =
            HEXADECIMAL.matcher(text).matches()
                ? HexFormat.of().parseHex(text)
                : Base64.getDecoder().decode(text);
        if (bytes.length == BYTES) {
          return bytes;
        }
      } catch (IllegalArgumentException neither) {
        // Its message would tell a character.
      }
      throw new IllegalArgumentException(NO_KEY);
    }
  }
}
