package dev.membrane.store.jdbc;

import dev.membrane.store.jdbc.crypto.StoreCipher;
import java.util.Optional;

/** Texts within the values of keys, which the key of a scope encrypts besides that of the store. */
public final class SealedValue {

  private static final String COLUMN = "key.sealed";

  private SealedValue() {}

  /** A text of a scope, for the key with a name. */
  public static String of(StoreCipher cipher, String scope, String name, String text) {
    return cipher.seal(scope, COLUMN, name, text);
  }

  /** The text; empty if the key of its scope was destroyed. */
  public static Optional<String> text(StoreCipher cipher, String name, String sealed) {
    return Optional.ofNullable(cipher.openUnlessErased(COLUMN, name, sealed));
  }
}
