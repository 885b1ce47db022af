package dev.membrane.store.jdbc.crypto;

import dev.membrane.spi.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The data keys of a database. Those that are used are kept in memory. A scope gets its key when
 * something of it is first written; the key is stored in the same transaction, or an earlier one.
 * Safe for use by many threads.
 */
public final class KeyRing implements AutoCloseable {

  /** So many are kept in memory. */
  private static final int MAX = 50_000;

  private final KeySource source;
  private final Map<Integer, DataKey> byId = new ConcurrentHashMap<>();
  private final Map<String, DataKey> byScope = new ConcurrentHashMap<>();
  private final Map<String, KeyRow> unsaved = new ConcurrentHashMap<>();
  private final DataKey ofStore;
  private final DataKey ofNothing = new DataKey(0, Primitives.random(Primitives.KEY));
  private KeyWrapping wrapping;
  private KeyRow storeRow;
  private volatile int destroyed;
  private int last;

  /** The table of data keys, of which what is committed is read. Safe for use by many threads. */
  public interface KeySource {

    /** The key with a number, if there is one. */
    @Nullable KeyRow byId(int id);

    /** The key of a scope, as columns have it, if there is one. */
    @Nullable KeyRow byScope(String scope);

    /** The greatest number. */
    int last();

    /**
     * Stores a new key at once, where others may make one for the same scope, and answers the key
     * that the scope has then. By default null: the writer stores it.
     *
     * @param ofStore the key of the store as it was when the key-encryption key was opened
     * @throws StoreUnavailableException if it is another one: since then another key-encryption key
     *     wraps all keys
     */
    default @Nullable KeyRow store(KeyRow made, KeyRow ofStore) {
      return null;
    }

    /** Keys in the order of their numbers, from the first after a number on. */
    List<KeyRow> after(int id, int limit);

    /**
     * Stores all keys as they are wrapped anew, if that is {@linkplain Rewrapping#isNeeded needed},
     * in one transaction.
     *
     * @return the key of the store as it is then
     */
    KeyRow rewrap(Rewrapping rewrapping);

    /** Whether the key with a number was destroyed on purpose; otherwise it is missing. */
    default boolean isDestroyed(int id) {
      return false;
    }
  }

  /**
   * The keys of a database.
   *
   * @param wrapping closed with it
   * @throws DecryptionException if the key of the store was wrapped by another key
   */
  public KeyRing(KeyWrapping wrapping, KeyRow store, KeySource source) {
    this.wrapping = wrapping;
    this.storeRow = store;
    this.source = source;
    this.ofStore = new DataKey(store.id(), wrapping.unwrap(store));
  }

  /** A new key of a store. */
  public static KeyRow forNewStore(KeyWrapping wrapping) {
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
    byte[] key = Primitives.random(Primitives.KEY);
    KeyRow row = wrapping.wrap(last, scope, key);
    KeyRow stored = source.store(row, storeRow);
    if (stored == null) {
      unsaved.put(scope, row);
    }
    return stored == null || stored.equals(row) ? keep(row, key) : keep(stored);
  }

  private DataKey keep(KeyRow row) {
    return keep(row, unwrap(row));
  }

  private byte[] unwrap(KeyRow row) {
    try {
      return wrapping.unwrap(row);
    } catch (DecryptionException other) {
      if (!storeRow.equals(source.byId(KeyRow.STORE))) {
        throw changedElsewhere();
      }
      String keyId = row.key().keyId();
      throw row.isUnnamed() || keyId.equals(storeRow.key().keyId())
          ? other
          : DecryptionException.ofOtherKey(row.place(), keyId, other);
    }
  }

  /** Another process has changed the key-encryption key. */
  public static StoreUnavailableException changedElsewhere() {
    return new StoreUnavailableException(
        "the key of the database was changed by another process: configure the new one, and reload"
            + " it by SIGHUP");
  }

  private DataKey keep(KeyRow row, byte[] unwrapped) {
    DataKey key = new DataKey(row.id(), unwrapped);
    if (byId.size() >= MAX) {
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
    try {
      destroying.run();
      unsaved.remove(scope);
    } finally {
      // It may be destroyed although that failed, and is read again if it is not.
      DataKey known = byScope.remove(scope);
      if (known != null) {
        byId.remove(known.id());
      }
      destroyed++;
    }
  }

  /** Another process has destroyed a key, or is about to: it is not used any more. */
  public synchronized void forget(int id) {
    byId.remove(id);
    // A scope may be known in a short form, too.
    byScope.values().removeIf(key -> key.id() == id);
    destroyed++;
  }

  /**
   * All stored keys, wrapped with another key. Others may use the keys meanwhile.
   *
   * @throws DecryptionException if neither key has wrapped them
   */
  public Rewrapping rewrapping(KeyWrapping other) {
    return Rewrapping.of(source, current(), other);
  }

  private synchronized KeyWrapping current() {
    return wrapping;
  }

  /**
   * Stores keys that another key has wrapped, and wraps with that key from then on. If it fails,
   * nothing has changed.
   *
   * @return how many it wraps; 0 if it has wrapped them before
   */
  public synchronized long adopt(Rewrapping rewrapping) {
    Map<String, KeyRow> waiting = new HashMap<>();
    unsaved.forEach((scope, row) -> waiting.put(scope, rewrapping.of(row)));
    KeyRow stored = source.rewrap(rewrapping);
    boolean isOther = !stored.equals(storeRow);
    storeRow = stored;
    unsaved.putAll(waiting);
    wrapping.close();
    wrapping = rewrapping.after();
    return isOther ? rewrapping.keys() : 0;
  }

  /** Keys are stored. */
  public void saved(List<KeyRow> rows) {
    rows.forEach(row -> unsaved.remove(row.scope(), row));
  }

  @Override
  public synchronized void close() {
    wrapping.close();
  }
}
