package dev.membrane.store.sqlite;

import static java.util.Objects.requireNonNull;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.jdbc.internal.commit.DerivedRows;
import dev.membrane.store.jdbc.internal.commit.Writer;
import dev.membrane.store.sqlite.internal.cache.Caches;
import dev.membrane.store.sqlite.internal.cleaning.Cleaner;
import dev.membrane.store.sqlite.internal.commit.SqliteCommits;
import dev.membrane.store.sqlite.internal.crypto.Encryption;
import dev.membrane.store.sqlite.internal.dialect.SqliteDialect;
import dev.membrane.store.sqlite.internal.file.StoreFile;
import dev.membrane.store.sqlite.internal.session.Connections;
import dev.membrane.store.sqlite.internal.session.Sql;
import dev.membrane.store.sqlite.internal.table.SqliteWrites;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Memory in one SQLite file. Beside it stand SQLite's own {@code -wal} and {@code -shm} while it is
 * open, an empty {@code -lock} by which one process at a time is the writer, and, of an encrypted
 * database, {@code -keys} with its data keys.
 *
 * <p>An acknowledged commit survives the end of the process and, unless {@link SqliteConfig} says
 * otherwise, of the machine. Commits of many threads share their syncs; reads never wait for
 * writes.
 */
public final class SqliteStore extends SqliteReads implements MemoryStore {

  /** There is one writer, which commits all in their order. */
  private static final String ONLY_ROUTE = "";

  private final StoreFile file;
  private final Writer writer;
  private final Cleaner cleaner;
  private final Encryption encryption;
  private final Connections connections;
  private volatile CommitStatistics statistics = new CommitStatistics(0, 0);
  private boolean closed;

  private SqliteStore(
      StoreFile file, Connections connections, Caches caches, StoreOpening.Opened opened) {
    super(file.path(), connections, opened.encryption(), caches);
    this.file = file;
    this.connections = connections;
    this.encryption = opened.encryption();
    this.cleaner = new Cleaner(file.path());
    SqliteCommits commits =
        new SqliteCommits(
            opened.connection(), connections, opened.encryption(), caches, cleaner, this::count);
    this.writer =
        Writer.start("membrane-sqlite-writer", commits, opened.encryption().cipher(), null);
  }

  /**
   * Opens a database file, creating it where there is none.
   *
   * @throws StoreOpenException if it cannot be opened, is in use, or is not a database that this
   *     version of Membrane can read; then it is as it was before
   */
  public static SqliteStore open(Path path) {
    return open(new SqliteConfig(requireNonNull(path, "path")));
  }

  /**
   * Opens a database file by its name, like {@link #open(Path)}.
   *
   * @throws StoreOpenException as there
   */
  public static SqliteStore open(String file) {
    return open(Path.of(requireNonNull(file, "file")));
  }

  /**
   * Opens the database file of a configuration, like {@link #open(Path)}.
   *
   * @throws StoreOpenException as there
   */
  public static SqliteStore open(SqliteConfig config) {
    return open(config, SqliteMigrations.ALL);
  }

  /**
   * Has an encrypted database, which nobody may have open, open with another key. Either all of
   * that is done, or nothing. What is encrypted is not written again, so it takes milliseconds for
   * thousands of scopes.
   *
   * @param config the database, with its key
   * @param other opens the other key, or the same one of which there is another version
   * @return how many data keys there are: one for each scope, and one
   * @throws StoreOpenException as {@link #open(Path)}, or if it is not encrypted
   */
  public static long rotateKeys(SqliteConfig config, Supplier<? extends KeyEncryptionKey> other) {
    return SqliteEncryption.rotate(config, other);
  }

  /**
   * Has the data keys wrapped with another key, while the store is used: all of them, or none. From
   * then on only that key opens the database.
   *
   * @param other opens the other key, which takes the place of the one that is open
   * @return how many were wrapped; 0 if that key has wrapped them before
   * @throws StoreOpenException if it cannot be opened, or the database is not encrypted; then all
   *     is as it was
   * @throws StoreUnavailableException if the keys could not be written; then all is as it was
   */
  public long adoptKey(Supplier<? extends KeyEncryptionKey> other) {
    return KeyWrapping.adopt(file.path(), isEncrypted() ? other : null, encryption::adopt);
  }

  static SqliteStore open(Path path, SqliteMigrations migrations) {
    return open(new SqliteConfig(path), migrations);
  }

  private static SqliteStore open(SqliteConfig config, SqliteMigrations migrations) {
    StoreFile file = StoreFile.lock(config.path());
    @Nullable KeyWrapping key = null;
    Connections connections = new Connections(file.path(), config.synchronous(), file::check);
    StoreOpening.Opened opened;
    try {
      key = KeyWrapping.open(file.path(), config.key());
      opened = new StoreOpening(file.path(), migrations, key).open(connections);
      file.hold();
    } catch (Throwable failure) {
      file.abandon();
      if (key != null) {
        key.close();
      }
      throw failure;
    }
    return new SqliteStore(file, connections, Caches.kept(), opened);
  }

  @Override
  public void commit(Changeset changeset) {
    writer.prepare(changeset, ONLY_ROUTE).run();
  }

  @Override
  public List<CompletableFuture<@Nullable Void>> commitEach(List<Changeset> changesets) {
    return writer.commitEach(changesets, ONLY_ROUTE);
  }

  @Override
  public Runnable prepare(Changeset changeset) {
    return writer.prepare(changeset, ONLY_ROUTE);
  }

  @Override
  public boolean destroyKey(String scope) {
    try {
      return encryption.destroy(scope, connections);
    } catch (SQLException failure) {
      throw new StoreUnavailableException("the database cannot be read", failure);
    }
  }

  @Override
  public boolean rebuild() {
    try (Sql sql = new Sql(connections.writing(), new SqliteDialect(encryption.cipher()))) {
      sql.update("BEGIN IMMEDIATE");
      new DerivedRows(sql, new SqliteWrites(sql)).rebuild();
      sql.commit();
      return true;
    } catch (SQLException failure) {
      throw new StoreUnavailableException(
          "the index of words could not be made anew: " + failure.getMessage(), failure);
    }
  }

  @Override
  public void check() {
    file.check();
    writer.check();
    super.check();
  }

  /** How well commits have shared the disk since the store was opened. */
  public CommitStatistics commitStatistics() {
    return statistics;
  }

  private void count(int changesets) {
    CommitStatistics before = statistics;
    statistics = new CommitStatistics(before.changesets() + changesets, before.commits() + 1);
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      disconnect();
      file.close();
    }
  }

  @Override
  public synchronized void abandon() {
    if (!closed) {
      disconnect();
      file.abandon();
    }
  }

  private void disconnect() {
    closed = true;
    super.close();
    writer.close();
    cleaner.close();
  }
}
