package dev.membrane.store.sqlite;

import dev.membrane.spi.keys.StoreEncryption.EncryptedCopy;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.KeyRow;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.jdbc.internal.history.HistoryCopy;
import dev.membrane.store.sqlite.internal.crypto.DataKeyFile;
import dev.membrane.store.sqlite.internal.crypto.Encryption;
import dev.membrane.store.sqlite.internal.dialect.SqliteDialect;
import dev.membrane.store.sqlite.internal.file.PrivateFiles;
import dev.membrane.store.sqlite.internal.file.StoreFile;
import dev.membrane.store.sqlite.internal.session.Connections;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An encrypted copy of a database file, which is locked meanwhile. The name of the copy is that of
 * the database and {@code -encrypting}. When it takes the place of the database, its data keys are
 * there first, whole and on the disk.
 */
final class FileCopy implements EncryptedCopy {

  private static final String NAME = "-encrypting";

  /** Of a copy of the data keys until it is whole. */
  private static final String NEW_KEYS = "-keys-new";

  private static final List<String> BESIDE =
      List.of("", "-journal", "-wal", "-shm", "-keys", "-keys-journal", NEW_KEYS, "-lock");

  private final StoreFile file;
  private final SqliteConfig config;
  private final SqliteConfig copied;
  private final SqliteReader plain;
  private @Nullable SqliteStore encrypted;

  private FileCopy(StoreFile file, SqliteConfig config, SqliteReader plain) {
    this.file = file;
    this.config = config;
    this.plain = plain;
    this.copied = new SqliteConfig(beside(config.path(), NAME), config.synchronous(), config.key());
  }

  /**
   * Begins a copy, or goes on with it. Brings the database up to date before.
   *
   * @param config of the database, with the key for its copy
   * @throws StoreOpenException also if there are data keys of another database in the place of
   *     those of the copy
   */
  static FileCopy open(SqliteConfig config) {
    SqliteConfig plain = new SqliteConfig(config.path(), config.synchronous());
    SqliteStore.open(plain).close();
    StoreFile file = StoreFile.lock(config.path());
    try {
      requireNoOtherKeys(file.path());
      return new FileCopy(
          file,
          new SqliteConfig(file.path(), config.synchronous(), config.key()),
          SqliteReader.open(plain));
    } catch (Throwable failure) {
      file.close();
      throw failure;
    }
  }

  /** Removes what a copy has left that has taken the place of the database. */
  static void removeRest(Path database) {
    for (String end : BESIDE) {
      StoreFile.delete(beside(database, NAME + end));
    }
  }

  @Override
  public StoreReader plain() {
    return plain;
  }

  @Override
  public MemoryStore encrypted() {
    SqliteStore open = encrypted;
    if (open == null) {
      open = SqliteStore.open(copied);
      encrypted = open;
    }
    return open;
  }

  @Override
  public void complete() {
    closeCopy();
    Connections from = new Connections(config.path(), config.synchronous());
    Connections to = new Connections(copied.path(), copied.synchronous());
    try (KeyWrapping key = KeyWrapping.open(copied.path(), copied.key());
        Sql source = new Sql(from.reading());
        Sql marked = new Sql(to.reading());
        Encryption encryption = new EncryptionCheck(copied.path(), key).check(marked);
        Sql target = new Sql(to.writing(), new SqliteDialect(encryption.cipher()))) {
      HistoryCopy history =
          new HistoryCopy(source, target, UnaryOperator.identity(), encryption::save);
      if (!history.copy()) {
        throw new StoreOpenException(
            copied.path()
                + ": has former states that are gone from the database; remove the files whose names"
                + " begin so, and start again");
      }
    } catch (SQLException failure) {
      throw new StoreUnavailableException("former states cannot be copied", failure);
    }
  }

  @Override
  public void finish() {
    // The store copies the log back, which is not moved.
    var unused = encrypted();
    closeCopy();
    plain.close();
    Path path = config.path();
    try {
      requireNoLog();
      copyKeys(path);
      force(copied.path());
      StoreFile.delete(beside(path, "-wal"));
      StoreFile.delete(beside(path, "-shm"));
      PrivateFiles.give(copied.path(), path);
      Files.move(copied.path(), path, StandardCopyOption.ATOMIC_MOVE);
      force(path.resolveSibling("."));
    } catch (IOException failure) {
      throw new StoreOpenException(path + ": cannot be replaced by its copy", failure);
    }
    removeRest(path);
  }

  private void copyKeys(Path database) throws IOException {
    Path unfinished = beside(database, NAME + NEW_KEYS);
    Files.copy(
        DataKeyFile.pathOf(copied.path()),
        unfinished,
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
    force(unfinished);
    Files.move(unfinished, DataKeyFile.pathOf(database), StandardCopyOption.ATOMIC_MOVE);
    force(database.resolveSibling("."));
  }

  /** Backups of a database that was encrypted before need its data keys. */
  private static void requireNoOtherKeys(Path database) {
    try (DataKeyFile standing = DataKeyFile.of(database);
        DataKeyFile own = DataKeyFile.of(beside(database, NAME))) {
      KeyRow there = standing.ofStore();
      if (there != null && !there.equals(own.ofStore())) {
        throw new StoreOpenException(
            standing.path()
                + ": has the data keys of a database that was encrypted before, without which its"
                + " backups cannot be read; move it elsewhere to encrypt this one");
      }
    }
  }

  private void requireNoLog() throws IOException {
    Path log = beside(copied.path(), "-wal");
    if (Files.exists(log) && Files.size(log) > 0) {
      throw new IOException("the log of the copy is in use");
    }
  }

  /** Not every system can do it with a folder. */
  private static void force(Path path) throws IOException {
    if (!Files.isDirectory(path)
        || path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      StandardOpenOption how =
          Files.isDirectory(path) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
      try (FileChannel channel = FileChannel.open(path, how)) {
        channel.force(true);
      }
    }
  }

  private void closeCopy() {
    SqliteStore open = encrypted;
    encrypted = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() {
    closeCopy();
    plain.close();
    file.close();
  }

  private static Path beside(Path database, String end) {
    return database.resolveSibling(database.getFileName() + end);
  }
}
