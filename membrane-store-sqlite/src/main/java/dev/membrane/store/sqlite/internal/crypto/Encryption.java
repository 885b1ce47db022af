package dev.membrane.store.sqlite.internal.crypto;

import dev.membrane.store.jdbc.crypto.KeyRing;
import dev.membrane.store.jdbc.crypto.KeyRow;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.jdbc.crypto.Rewrapping;
import dev.membrane.store.jdbc.crypto.ScopeCipher;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.audit.ScopeRemains;
import dev.membrane.store.sqlite.internal.session.Connections;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What a file is encrypted with, if it is. Safe for use by many threads. */
public final class Encryption implements AutoCloseable {

  private final StoreCipher cipher;
  private final @Nullable KeyRing keys;
  private final @Nullable DataKeyFile stored;
  private final Lock writing = new ReentrantLock();

  private Encryption(StoreCipher cipher, @Nullable KeyRing keys, @Nullable DataKeyFile stored) {
    this.cipher = cipher;
    this.keys = keys;
    this.stored = stored;
  }

  public static Encryption none() {
    return new Encryption(StoreCipher.NONE, null, null);
  }

  /** With the keys of a file, which has one of the store that a key has wrapped. */
  public static Encryption with(KeyWrapping key, KeyRow ofStore, DataKeyFile stored) {
    KeyRing keys = new KeyRing(key, ofStore, stored);
    return new Encryption(new ScopeCipher(keys), keys, stored);
  }

  public StoreCipher cipher() {
    return cipher;
  }

  /** Held from the first write of a commit to its end. */
  public Lock writing() {
    return writing;
  }

  /** Stores keys that are new, before the commit of what was encrypted with them. */
  public void save() {
    if (keys != null && stored != null) {
      List<KeyRow> rows = keys.unsaved();
      stored.save(rows);
      keys.saved(rows);
    }
  }

  /**
   * Destroys the key of a scope of which a file has nothing more.
   *
   * @return false if it has, or nothing is encrypted
   * @throws SQLException if the file cannot be read
   */
  public boolean destroy(String scope, Connections connections) throws SQLException {
    writing.lock();
    try {
      if (keys == null || stored == null || scope.isEmpty()) {
        return false;
      }
      String column = cipher.scope(scope);
      DataKeyFile file = stored;
      boolean isLeft = isAnyLeft(connections, column);
      if (!isLeft) {
        keys.destroy(column, () -> file.destroy(column));
      }
      return !isLeft;
    } finally {
      writing.unlock();
    }
  }

  private static boolean isAnyLeft(Connections connections, String column) throws SQLException {
    try (Sql sql = new Sql(connections.reading())) {
      return ScopeRemains.areThere(sql, column, column);
    }
  }

  /**
   * Has another key wrap the data keys, and closes the one before. Commits go on while that key is
   * asked, and wait while its answers are stored.
   *
   * @return how many they are; 0 if nothing is encrypted, or that key has wrapped them already
   */
  public long adopt(KeyWrapping other) {
    if (keys == null) {
      return 0;
    }
    Rewrapping rewrapping = keys.rewrapping(other);
    writing.lock();
    try {
      return keys.adopt(rewrapping);
    } finally {
      writing.unlock();
    }
  }

  @Override
  public void close() {
    if (keys != null) {
      keys.close();
    }
    if (stored != null) {
      stored.close();
    }
  }
}
