package dev.membrane.store.sqlite.internal.crypto;

import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.KeyRing;
import dev.membrane.store.jdbc.crypto.KeyRow;
import dev.membrane.store.jdbc.crypto.Rewrapping;
import dev.membrane.store.sqlite.internal.file.PrivateFiles;
import dev.membrane.store.sqlite.internal.file.StoreFile;
import dev.membrane.store.sqlite.internal.session.Connections;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/**
 * The wrapped data keys of a database, in a file of their own, so that a copy of the database does
 * not have them: a key that is destroyed here is destroyed for all copies. Number 1 is the store's.
 * Numbers are never used again. Safe for use by many threads.
 */
public final class DataKeyFile implements KeyRing.KeySource, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DataKeyFile.class);

  private static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS data_key (
        id      INTEGER PRIMARY KEY AUTOINCREMENT,
        scope   TEXT NOT NULL UNIQUE,
        wrapped TEXT NOT NULL
      ) STRICT
      """;

  private static final String DESTROYED_TABLE =
      "CREATE TABLE IF NOT EXISTS destroyed_key (id INTEGER PRIMARY KEY) STRICT";

  private static final String COLUMNS = "SELECT id, scope, wrapped FROM data_key WHERE ";

  private static final String BY_ID = COLUMNS + "id = ?";

  private static final String BY_SCOPE = COLUMNS + "scope = ?";

  private static final String LAST = "SELECT seq FROM sqlite_sequence WHERE name = 'data_key'";

  // What is not known to be stored is written again.
  private static final String SAVE =
      "INSERT INTO data_key (id, scope, wrapped) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";

  private static final String NOTE_DESTROYED =
      "INSERT INTO destroyed_key SELECT id FROM data_key WHERE scope = ?";

  private static final String IS_DESTROYED = "SELECT count(*) FROM destroyed_key WHERE id = ?";

  private static final String DESTROY = "DELETE FROM data_key WHERE scope = ?";

  private static final String AFTER = COLUMNS + "id > ? ORDER BY id LIMIT ?";

  private static final String REWRAP = "UPDATE data_key SET wrapped = ? WHERE id = ?";

  private static final int PAGE = 1_000;

  private final Path path;
  private @Nullable Sql sql;

  private DataKeyFile(Path path) {
    this.path = path;
  }

  /** Those of a database. */
  public static DataKeyFile of(Path database) {
    return new DataKeyFile(pathOf(database));
  }

  /** Where those of a database are. */
  public static Path pathOf(Path database) {
    return database.resolveSibling(database.getFileName() + StoreFile.KEYS);
  }

  /** The file. */
  public Path path() {
    return path;
  }

  /** Makes the file, unless there is one, and the table. */
  public void create() {
    try {
      PrivateFiles.create(path);
    } catch (FileAlreadyExistsException begun) {
      // Its table may be missing.
    } catch (IOException failure) {
      throw new StoreUnavailableException(path + ": cannot be created", failure);
    }
    change(
        keys -> {
          keys.update(TABLE);
          keys.update(DESTROYED_TABLE);
        });
  }

  /** The key of the store; null if there is no such file, or none in it. */
  public @Nullable KeyRow ofStore() {
    return Files.isRegularFile(path) ? byId(KeyRow.STORE) : null;
  }

  /** Stores keys, which are durable when it returns. */
  public void save(List<KeyRow> rows) {
    if (!rows.isEmpty()) {
      change(
          keys -> {
            for (KeyRow row : rows) {
              keys.update(SAVE, row.id(), row.scope(), row.wrapped());
            }
          });
    }
  }

  /**
   * Removes the key of a scope, and writes the file anew, so that it has no bytes of the key.
   *
   * @param scope as columns have it
   */
  void destroy(String scope) {
    change(
        keys -> {
          keys.update(NOTE_DESTROYED, scope);
          keys.update(DESTROY, scope);
        });
    writeAnew();
  }

  /** What was changed before is changed, whether or not this succeeds. */
  private void writeAnew() {
    try {
      run(keys -> keys.update("VACUUM"));
    } catch (StoreUnavailableException failure) {
      LOG.warn("{}: was not written anew, which the next change tries again", path, failure);
    }
  }

  /** Writes the file anew, too, so that it has no bytes of what another key has wrapped. */
  @Override
  public KeyRow rewrap(Rewrapping rewrapping) {
    change(
        keys -> {
          KeyRow ofStore = keys.first(DataKeyFile::row, BY_ID, KeyRow.STORE);
          if (ofStore != null && rewrapping.isNeeded(ofStore)) {
            rewrap(keys, rewrapping);
          }
        });
    writeAnew();
    return Objects.requireNonNull(byId(KeyRow.STORE));
  }

  private static void rewrap(Sql keys, Rewrapping rewrapping) throws SQLException {
    List<KeyRow> page = keys.all(DataKeyFile::row, AFTER, 0, PAGE);
    while (!page.isEmpty()) {
      for (KeyRow row : page) {
        keys.update(REWRAP, rewrapping.of(row).wrapped(), row.id());
      }
      page = keys.all(DataKeyFile::row, AFTER, page.get(page.size() - 1).id(), PAGE);
    }
  }

  @Override
  public List<KeyRow> after(int id, int limit) {
    return Objects.requireNonNull(read(rows -> rows.all(DataKeyFile::row, AFTER, id, limit)));
  }

  @Override
  public @Nullable KeyRow byId(int id) {
    return read(rows -> rows.first(DataKeyFile::row, BY_ID, id));
  }

  @Override
  public @Nullable KeyRow byScope(String scope) {
    return read(rows -> rows.first(DataKeyFile::row, BY_SCOPE, scope));
  }

  @Override
  public int last() {
    return Objects.requireNonNull(read(rows -> (int) rows.firstNumber(LAST)));
  }

  @Override
  public boolean isDestroyed(int id) {
    return Objects.requireNonNull(read(rows -> rows.firstNumber(IS_DESTROYED, id) > 0));
  }

  private static KeyRow row(ResultSet row) throws SQLException {
    return KeyRow.read(row.getInt(1), row.getString(2), row.getString(3));
  }

  private interface KeyRead<T> {
    @Nullable T from(Sql sql) throws SQLException;
  }

  private interface KeyChange {
    void to(Sql sql) throws SQLException;
  }

  private void change(KeyChange change) {
    run(
        keys -> {
          keys.update("BEGIN IMMEDIATE");
          change.to(keys);
          keys.update("COMMIT");
        });
  }

  private void run(KeyChange change) {
    var unused =
        read(
            keys -> {
              change.to(keys);
              return true;
            });
  }

  /** After a failure nothing is known of the connection; what it has begun is undone. */
  private synchronized <T> @Nullable T read(KeyRead<T> reading) {
    boolean done = false;
    try {
      Sql open = sql;
      if (open == null) {
        open = open();
        sql = open;
      }
      @Nullable T answer = reading.from(open);
      done = true;
      return answer;
    } catch (SQLException failure) {
      throw new StoreUnavailableException(path + ": the data keys do not answer", failure);
    } finally {
      if (!done) {
        close();
      }
    }
  }

  /** Readers write what a process that was killed has left half done. */
  private Sql open() throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.resetOpenMode(SQLiteOpenMode.CREATE);
    config.setBusyTimeout(Connections.BUSY_MILLIS);
    config.setGetGeneratedKeys(false);
    Sql opened = new Sql(config.createConnection("jdbc:sqlite:" + path));
    opened.pragma("synchronous = EXTRA");
    opened.pragma("secure_delete = ON");
    opened.pragma("temp_store = MEMORY");
    return opened;
  }

  @Override
  public synchronized void close() {
    Sql open = sql;
    sql = null;
    try {
      if (open != null) {
        open.close();
      }
    } catch (SQLException broken) {
      throw new StoreUnavailableException(path + ": cannot be closed", broken);
    }
  }
}
