package dev.membrane.internal.access;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values of notes. A note is a JSON object. In an encrypted store that of a scope is sealed, so
 * that it goes with the data key of the scope: an array of the scope and of what the store makes of
 * the note. Notes that earlier versions have written are not. Thread-safe.
 */
public record NoteValues(StoreReader store) {

  private static final RecordCodec CODEC = new RecordCodec();

  /** A note as a key keeps it. */
  public Key key(String name, @Nullable String scope, String note) {
    String value = scope != null && store.isEncrypted() ? sealed(scope, name, note) : note;
    return new Key(name, value, null);
  }

  private String sealed(String scope, String name, String note) {
    JsonString sealed = new JsonString(store.sealed(scope, name, note));
    return CODEC.write(new JsonArray(List.of(new JsonString(scope), sealed)));
  }

  /** The note of a key; empty if it is sealed, and the data key of its scope was destroyed. */
  public Optional<String> opened(Key key) {
    return isSealed(key) ? store.opened(key.name(), part(key, 1)) : Optional.of(key.value());
  }

  /**
   * The note of a key; empty if its scope was erased after the copy of the store was made that is
   * read.
   */
  public Optional<String> read(Key key) {
    return opened(key).filter(note -> isSealed(key) || !isOfErased(note));
  }

  /** The scope that a sealed note names; empty: it is not sealed. */
  public static Optional<String> scope(Key key) {
    return isSealed(key) ? Optional.of(part(key, 0)) : Optional.empty();
  }

  private static boolean isSealed(Key key) {
    return key.value().startsWith("[");
  }

  private static String part(Key key, int place) {
    JsonArray sealed = (JsonArray) CODEC.parse("note", key.value());
    return ((JsonString) sealed.items().get(place)).value();
  }

  /** Whether a note that is not sealed names a record that is there and cannot be read. */
  private boolean isOfErased(String note) {
    Set<String> named = store.isEncrypted() ? NamedIds.in(note) : Set.of();
    List<String> there =
        named.isEmpty()
            ? List.of()
            : store.headers(named, Instant.EPOCH).stream()
                .filter(header -> !header.isDeleted() && header.scope() != null)
                .map(RecordHeader::id)
                .toList();
    return !there.isEmpty() && store.get(there).size() < there.size();
  }
}
