package dev.membrane.spi.commit;

import org.jspecify.annotations.Nullable;

/**
 * A unique name in the store, such as an open episode or an idempotency key.
 *
 * @param name unique among all keys of the store
 * @param value what the engine keeps under the name
 * @param owner the id of the record that the key belongs to and is deleted with; null for a key
 *     that outlives records
 */
public record Key(String name, String value, @Nullable String owner) {

  /**
   * Asks the engine to read the terms of all records again. A store adds it when it opens records
   * of a version of Membrane that read other terms in the same text, unless a key of this name is
   * there already. The engine looks for it when it opens the store, reads the terms, and then
   * removes it; if it is interrupted, the key is still there at the next start.
   */
  public static final Key FORMER_TERMS = new Key("reindex", "ties", null);
}
