package dev.membrane.spi;

import org.jspecify.annotations.Nullable;

/**
 * A unique name in the store, such as an open episode or an idempotency key.
 *
 * @param name unique among all keys of the store
 * @param value what the engine keeps under the name
 * @param owner the id of the record that the key belongs to and is deleted with; null for a key
 *     that outlives records
 */
public record Key(String name, String value, @Nullable String owner) {}
