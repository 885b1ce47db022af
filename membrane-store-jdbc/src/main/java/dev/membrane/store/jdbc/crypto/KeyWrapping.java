package dev.membrane.store.jdbc.crypto;

import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.KeyEncryptionKey.WrappedKey;
import dev.membrane.spi.keys.KeyException;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wraps data keys with a key-encryption key. What is wrapped is the data key and a code of its row,
 * so that it is good for no other. Safe for use by many threads.
 */
public final class KeyWrapping implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KeyWrapping.class);

  /** Of the code, in bytes. */
  private static final int CODE = ProvidedKey.WRAPPED - Primitives.KEY;

  /** So long a row counts as one that cannot be unwrapped: the key may be given back. */
  private static final long NANOS_REFUSED = TimeUnit.SECONDS.toNanos(30);

  /** So many rows are known as such. */
  private static final int MAX_REFUSED = 1_000;

  private final ProvidedKey key;
  private final LongSupplier nanoTime;
  private final Map<KeyRow, Long> refused = new ConcurrentHashMap<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Wraps with a key by a clock as {@link System#nanoTime}. */
  KeyWrapping(ProvidedKey key, LongSupplier nanoTime) {
    this.key = key;
    this.nanoTime = nanoTime;
  }

  /**
   * Opens a key.
   *
   * @param store what it is for
   * @param opening null: none is configured, and null is answered
   * @throws StoreOpenException if it cannot be opened
   */
  public static @Nullable KeyWrapping open(
      Object store, @Nullable Supplier<? extends KeyEncryptionKey> opening) {
    try {
      return opening == null ? null : new KeyWrapping(ProvidedKey.open(opening), System::nanoTime);
    } catch (KeyException failure) {
      String line = store + ": " + failure.getMessage();
      throw failure.isRefusal()
          ? StoreOpenException.configuration(line, failure)
          : new StoreOpenException(line, failure);
    }
  }

  /**
   * Has a store adopt another key, which is closed if it does not.
   *
   * @param opening null: the store is not encrypted
   * @param adopting has the key wrap the data keys, and tells how many were wrapped
   * @throws StoreOpenException if the store is not encrypted, the key cannot be opened, or neither
   *     it nor the one before has wrapped the data keys
   */
  public static long adopt(
      Object store,
      @Nullable Supplier<? extends KeyEncryptionKey> opening,
      ToLongFunction<KeyWrapping> adopting) {
    @Nullable KeyWrapping other = open(store, opening);
    if (other == null) {
      throw StoreOpenException.configuration(store + ": is not encrypted");
    }
    boolean done = false;
    try {
      long wrapped = adopting.applyAsLong(other);
      done = true;
      return wrapped;
    } catch (DecryptionException neither) {
      throw StoreOpenException.configuration(
          store + ": no key was changed: " + neither.getMessage(), neither);
    } finally {
      if (!done) {
        other.close();
      }
    }
  }

  /**
   * Has an open store adopt the key of a configuration.
   *
   * @param configured null: none
   * @param adopting as {@link #adopt}
   * @throws StoreOpenException if the store is encrypted and no key is configured, or it cannot be
   *     adopted
   */
  public static long adoptConfigured(
      MemoryStore store,
      @Nullable Supplier<? extends KeyEncryptionKey> configured,
      ToLongFunction<Supplier<? extends KeyEncryptionKey>> adopting) {
    if (configured == null && store.isEncrypted()) {
      throw StoreOpenException.configuration(
          "no key is configured any more, but " + store + " is encrypted");
    }
    try {
      return configured == null ? 0 : adopting.applyAsLong(configured);
    } catch (StoreUnavailableException failure) {
      throw new StoreOpenException(String.valueOf(failure.getMessage()), failure);
    }
  }

  /** Whether it has wrapped a data key, and in the way in which it does so from here on. */
  boolean hasWrapped(KeyRow row) {
    try {
      WrappedKey again = wrap(row.id(), row.scope(), unwrap(row)).key();
      return again.keyId().equals(row.key().keyId());
    } catch (DecryptionException other) {
      return false;
    }
  }

  /**
   * A data key as its row has it.
   *
   * @throws StoreUnavailableException if the key provider does not do it
   */
  KeyRow wrap(int id, String scope, byte[] dataKey) {
    byte[] bound = Arrays.copyOf(dataKey, ProvidedKey.WRAPPED);
    System.arraycopy(code(id, scope, dataKey), 0, bound, Primitives.KEY, CODE);
    try {
      return new KeyRow(id, scope, key.wrap(bound));
    } catch (KeyException failure) {
      throw unavailable(failure);
    }
  }

  /**
   * The data key of a row. For a row that could not be unwrapped, the key provider is not asked
   * again for half a minute: every search over its scope would wait for it.
   *
   * @throws DecryptionException if another key has wrapped it, or the row was changed
   * @throws StoreUnavailableException if the key provider does not answer
   */
  byte[] unwrap(KeyRow row) {
    Long since = refused.get(row);
    if (since != null && nanoTime.getAsLong() - since < NANOS_REFUSED) {
      throw new DecryptionException(row.place());
    }
    try {
      return unwrapped(row);
    } catch (DecryptionException refusal) {
      if (refused.size() >= MAX_REFUSED) {
        refused.clear();
      }
      refused.put(row, nanoTime.getAsLong());
      throw refusal;
    }
  }

  private byte[] unwrapped(KeyRow row) {
    String place = row.place();
    if (row.isUnnamed()) {
      return unnamed(place, row);
    }
    byte[] bound = bound(place, row);
    byte[] dataKey = Arrays.copyOf(bound, Primitives.KEY);
    byte[] code = code(row.id(), row.scope(), dataKey);
    if (!MessageDigest.isEqual(
        code, Arrays.copyOfRange(bound, Primitives.KEY, ProvidedKey.WRAPPED))) {
      throw new DecryptionException(place);
    }
    return dataKey;
  }

  /** The first rows had no code, as they were encrypted together with their place. */
  private byte[] unnamed(String place, KeyRow row) {
    if (!(key.key() instanceof FileKey file)) {
      throw new DecryptionException(place);
    }
    try {
      return file.unwrap(row.key().wrapped(), row(row.id(), row.scope()));
    } catch (KeyException other) {
      throw new DecryptionException(place, other);
    }
  }

  private byte[] bound(String place, KeyRow row) {
    try {
      return key.unwrap(row.key());
    } catch (KeyException failure) {
      throw failure.isRefusal() ? new DecryptionException(place, failure) : unavailable(failure);
    }
  }

  private static byte[] code(int id, String scope, byte[] dataKey) {
    return Arrays.copyOf(Primitives.derive(dataKey, row(id, scope)), CODE);
  }

  private static String row(int id, String scope) {
    return "data_key " + id + " " + scope;
  }

  private static StoreUnavailableException unavailable(KeyException failure) {
    return new StoreUnavailableException(String.valueOf(failure.getMessage()), failure);
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    try {
      key.close();
    } catch (KeyException broken) {
      LOG.warn(broken.getMessage());
    }
  }
}
