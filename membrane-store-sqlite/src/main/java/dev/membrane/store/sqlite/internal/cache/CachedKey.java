package dev.membrane.store.sqlite.internal.cache;

import dev.membrane.spi.commit.Key;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What there is by a name.
 *
 * @param key null: none
 */
public record CachedKey(String name, @Nullable Key key) {

  /** What the objects take besides the texts, about. */
  private static final int BYTES = 300;

  /** The key, if there is one. */
  public Stream<Key> stream() {
    return Stream.ofNullable(key);
  }

  /** Whether it is a key of one of some records. */
  boolean isOfOneOf(Set<String> owners) {
    return key != null && key.owner() != null && owners.contains(key.owner());
  }

  /** The room it takes in memory, about. */
  int bytes() {
    return BYTES + name.length() + (key == null ? 0 : key.value().length());
  }
}
