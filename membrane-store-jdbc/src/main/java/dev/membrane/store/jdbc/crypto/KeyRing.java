package dev.membrane.store.jdbc.crypto;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The data keys of a database. Those that are used are kept in memory. A scope gets its key when
 * something of it is first written; the key is stored in the same transaction, or an earlier one.
 * Safe for use by many threads.
 */
public final class KeyRing {

  /** So many are kept in memory. */
  private static final int MOST = 50_000;

  private final Source source;
  private final Map<Integer, DataKey> byId = new ConcurrentHashMap<>();
  private final Map<String, DataKey> byScope = new ConcurrentHashMap<>();
  private final Map<String, KeyRow> unsaved = new ConcurrentHashMap<>();
  private final DataKey ofStore;
  private final DataKey ofNothing = new DataKey(0, Primitives.random(Primitives.KEY));
  private KeyEncryptionKey wrapping;
  private volatile int destroyed;
  private int last;

  /** Reads what is committed of the table of data keys. Safe for use by many threads. */
  public interface Source {

    /** The key with a number, if there is one. */
    @Nullable KeyRow byId(int id);

    /** The key of a scope, as columns have it, if there is one. */
    @Nullable KeyRow byScope(String scope);

    /** The greatest number. */
    int last();

    /**
     * Stores a new key at once, where others may make one for the same scope, and answers the key
     * that the scope has then. By default null: the writer stores it.
     */
    default @Nullable KeyRow store(KeyRow made) {
      return null;
    }

    /** Whether the key with a number was destroyed on purpose; otherwise it is missing. */
    default boolean isDestroyed(int id) {
      return false;
    }
  }

  /**
   * The keys of a database.
   *
   * @throws DecryptionException if the key of the store was wrapped by another key
   */
  public KeyRing(KeyEncryptionKey wrapping, KeyRow store, Source source) {
    this.wrapping = wrapping;
    this.source = source;
    this.ofStore = new DataKey(store.id(), wrapping.unwrap(store));
  }

  /** A new key of a store. */
  public static KeyRow forNewStore(KeyEncryptionKey wrapping) {
    return wrapping.wrap(KeyRow.STORE, "", Primitives.random(Primitives.KEY));
  }

  DataKey ofStore() {
    return ofStore;
  }

  /** A key with which nothing was ever written. */
  DataKey ofNothing() {
    return ofNothing;
  }

  int destroyed() {
    return destroyed;
  }

  boolean isDestroyed(int id) {
    return source.isDestroyed(id);
  }

  /** The key with a number; null if there is none. */
  @Nullable DataKey byId(int id) {
    if (id == KeyRow.STORE) {
      return ofStore;
    }
    DataKey known = byId.get(id);
    if (known != null) {
      return known;
    }
    return readById(id);
  }

  private synchronized @Nullable DataKey readById(int id) {
    KeyRow row = unsaved.values().stream().filter(each -> each.id() == id).findFirst().orElse(null);
    if (row == null) {
      row = source.byId(id);
    }
    return row == null ? null : keep(row);
  }

  /** The key of a scope; null if nothing of it was ever written. */
  @Nullable DataKey find(String scope) {
    if (scope.isEmpty()) {
      return ofStore;
    }
    DataKey known = byScope.get(scope);
    if (known != null) {
      return known;
    }
    return readByScope(scope);
  }

  private synchronized @Nullable DataKey readByScope(String scope) {
    KeyRow row = unsaved.get(scope);
    if (row == null) {
      row = source.byScope(scope);
    }
    if (row == null) {
      return null;
    }
    DataKey key = keep(row);
    // Where columns have a short form, it is asked for again.
    byScope.put(scope, key);
    return key;
  }

  /** The key of a scope, which gets one if it has none. */
  DataKey get(String scope) {
    DataKey known = find(scope);
    return known == null ? make(scope) : known;
  }

  private synchronized DataKey make(String scope) {
    DataKey made = find(scope);
    if (made != null) {
      return made;
    }
    last = Math.max(last, source.last()) + 1;
    KeyRow row = wrapping.wrap(last, scope, Primitives.random(Primitives.KEY));
    KeyRow stored = source.store(row);
    if (stored == null) {
      unsaved.put(scope, row);
    }
    return keep(stored == null ? row : stored);
  }

  private DataKey keep(KeyRow row) {
    DataKey key = new DataKey(row.id(), wrapping.unwrap(row));
    if (byId.size() >= MOST) {
      byId.clear();
      byScope.clear();
    }
    byId.put(key.id(), key);
    byScope.put(row.scope(), key);
    return key;
  }

  /** The keys that are not known to be stored. */
  public List<KeyRow> unsaved() {
    return new ArrayList<>(unsaved.values());
  }

  /**
   * Destroys the key of a scope. The next time that something of the scope is written it gets
   * another.
   *
   * @param scope as columns have it
   * @param destroying removes the key from where it is stored
   */
  public synchronized void destroy(String scope, Runnable destroying) {
    destroying.run();
    unsaved.remove(scope);
    DataKey known = byScope.remove(scope);
    if (known != null) {
      byId.remove(known.id());
    }
    destroyed++;
  }

  /**
   * Has another key wrap the data keys.
   *
   * @param rewrapping wraps those that are stored, with the key that has wrapped them and the other
   */
  public synchronized void rewrap(
      KeyEncryptionKey other, BiConsumer<KeyEncryptionKey, KeyEncryptionKey> rewrapping) {
    KeyEncryptionKey before = wrapping;
    rewrapping.accept(before, other);
    unsaved.replaceAll((scope, row) -> other.rewrap(row, before));
    wrapping = other;
  }

  /** Keys are stored. */
  public void saved(List<KeyRow> rows) {
    rows.forEach(row -> unsaved.remove(row.scope(), row));
  }
}
