package dev.membrane.internal.keys;

import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;

/**
 * The keys of receipts of answers. They belong to one store, where the questions were asked.
 * Stateless and thread-safe.
 */
public final class ReceiptKeys {

  /** How their names begin. */
  public static final String PREFIX = "receipt:";

  private ReceiptKeys() {}

  /** Whether a row says when one of them ends. */
  public static boolean isOf(QueueRow row) {
    return row.item().startsWith(PREFIX);
  }

  /** Whether a key is one of them. */
  public static boolean isOne(Key key) {
    return key.name().startsWith(PREFIX);
  }
}
