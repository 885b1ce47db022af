package dev.membrane.store.jdbc.crypto;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;

/** The key that wraps data keys: 256 bits that are kept apart from the database. Never shown. */
public final class KeyEncryptionKey {

  private static final Pattern HEXADECIMAL = Pattern.compile("[0-9A-Fa-f]{64}");

  /** More than any form of a key takes, so that a wrong file is not read as a whole. */
  private static final int LONGEST = 1_000;

  private static final String NO_KEY =
      "must name a file with a key: 32 random bytes in Base64 or hexadecimal";

  private static final Set<PosixFilePermission> OF_OWNER =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private final byte[] key;

  private KeyEncryptionKey(byte[] key) {
    this.key = key;
  }

  /**
   * Reads a file with 32 bytes in Base64 or in 64 hexadecimal digits, which nobody but its owner
   * may read or write.
   *
   * @throws IllegalArgumentException if it is no such file; the message tells nothing of what is in
   *     it
   */
  public static KeyEncryptionKey read(Path file) {
    try {
      if (Files.size(file) > LONGEST) {
        throw new IllegalArgumentException(NO_KEY);
      }
      checkRights(file);
      return new KeyEncryptionKey(bytes(Files.readString(file, ISO_8859_1).strip()));
    } catch (IOException unreadable) {
      throw new IllegalArgumentException("names a file that cannot be read: " + file, unreadable);
    }
  }

  private static void checkRights(Path file) throws IOException {
    boolean isPosix = Files.getFileStore(file).supportsFileAttributeView("posix");
    if (isPosix && !OF_OWNER.containsAll(Files.getPosixFilePermissions(file))) {
      throw new IllegalArgumentException(
          "names a file that others may read or write; chmod 600 " + file);
    }
  }

  private static byte[] bytes(String text) {
    try {
      byte[] bytes =
          HEXADECIMAL.matcher(text).matches()
              ? HexFormat.of().parseHex(text)
              : Base64.getDecoder().decode(text);
      if (bytes.length == Primitives.KEY) {
        return bytes;
      }
    } catch (IllegalArgumentException neither) {
      // Its message would tell a character.
    }
    throw new IllegalArgumentException(NO_KEY);
  }

  /**
   * Checks that it has wrapped a data key.
   *
   * @throws DecryptionException if not
   */
  public void check(KeyRow row) {
    unwrap(row);
  }

  /**
   * The row of a data key that another key has wrapped, wrapped with this one.
   *
   * @throws DecryptionException if the other key has not wrapped it
   */
  public KeyRow rewrap(KeyRow row, KeyEncryptionKey before) {
    return wrap(row.id(), row.scope(), before.unwrap(row));
  }

  /** A data key as its row has it. */
  KeyRow wrap(int id, String scope, byte[] dataKey) {
    byte[] wrapped = new byte[Primitives.NONCE + Primitives.KEY + Primitives.TAG];
    Primitives.encrypt(key, associated(id, scope), dataKey, wrapped, 0);
    return new KeyRow(id, scope, Sealed.encode(wrapped));
  }

  /**
   * The data key of a row.
   *
   * @throws DecryptionException if another key has wrapped it, or the row was changed
   */
  byte[] unwrap(KeyRow row) {
    String place = "data key " + row.id();
    byte[] wrapped = Sealed.decode(place, row.wrapped());
    if (wrapped.length < Primitives.NONCE + Primitives.TAG) {
      throw new DecryptionException(place);
    }
    try {
      return Primitives.decrypt(key, associated(row.id(), row.scope()), wrapped, 0);
    } catch (GeneralSecurityException other) {
      throw new DecryptionException(place, other);
    }
  }

  private static byte[] associated(int id, String scope) {
    return Primitives.utf8("data_key " + id + " " + scope);
  }

  @Override
  public String toString() {
    return "key-encryption key";
  }
}
