package dev.membrane.store.jdbc.internal.row;

import dev.membrane.schema.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The hash of a row whose content cannot be derived from other tables. It is kept in the row itself
 * and shows that somebody changed a column, unless they changed the hash as well.
 */
public final class RowHash {

  private static final int BYTES = 8;

  private RowHash() {}

  /**
   * The first 64 bits, in hexadecimal, of the SHA-256 of all columns: each, in UTF-8, after its
   * length in bytes and a colon; of null a minus sign.
   *
   * @param columns texts, whole numbers, bytes or null
   */
  public static String of(@Nullable Object... columns) {
    MessageDigest digest = Sha256.digest();
    for (Object column : columns) {
      update(digest, column);
    }
    return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
  }

  private static void update(MessageDigest digest, @Nullable Object column) {
    if (column == null) {
      digest.update((byte) '-');
      return;
    }
    byte[] bytes =
        column instanceof byte[] given ? given : column.toString().getBytes(StandardCharsets.UTF_8);
    digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
    digest.update(bytes);
  }
}
