package dev.membrane.store.sqlite.internal.file;

import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;

/**
 * The first bytes of a database file (https://www.sqlite.org/fileformat.html), read before SQLite
 * touches the file, so that a file of another program stays exactly as it is. Only the holder of
 * the lock may use this: closing a handle of a database that this process has open would drop
 * SQLite's locks.
 */
public final class FileHeader {

  /** Marks a database as Membrane's: "Mbrn". */
  public static final int APPLICATION_ID = 0x4d62726e;

  private static final String MAGIC = "SQLite format 3\0";
  private static final int SIZE = 100;
  private static final int USER_VERSION = 60;
  private static final int APPLICATION = 68;

  /** The rest of a code says more closely what happened. */
  private static final int PRIMARY_CODE = 0xff;

  private FileHeader() {}

  /**
   * Checks that a file is new, empty, or a Membrane database that this version knows.
   *
   * @throws StoreOpenException if not
   */
  public static void check(Path path, int newestVersion) {
    // An interrupted creation is undone by SQLite from its journal; only then the header counts.
    if (Files.exists(path)
        && Files.notExists(path.resolveSibling(path.getFileName() + "-journal"))) {
      byte[] bytes = read(path);
      if (bytes.length > 0) {
        check(path, ByteBuffer.wrap(bytes), newestVersion);
      }
    }
  }

  /** Checks what SQLite says of a database; answers its version. */
  public static int checkIdentity(Path path, Sql sql, int newestVersion) throws SQLException {
    int version = (int) sql.firstNumber("PRAGMA user_version");
    checkIdentity(path, (int) sql.firstNumber("PRAGMA application_id"), version, newestVersion);
    return version;
  }

  /**
   * Why a file cannot be opened: one that is no database, or damaged, is not whole later either.
   */
  public static StoreOpenException refusal(String line, Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    int code = cause instanceof SQLException sql ? sql.getErrorCode() & PRIMARY_CODE : 0;
    return code == SQLiteErrorCode.SQLITE_NOTADB.code || code == SQLiteErrorCode.SQLITE_CORRUPT.code
        ? StoreOpenException.configuration(line, failure)
        : new StoreOpenException(line, failure);
  }

  private static void checkIdentity(Path path, int applicationId, int version, int newestVersion) {
    if (applicationId != APPLICATION_ID) {
      throw StoreOpenException.configuration(
          path + ": is a SQLite database, but not one of Membrane's");
    }
    if (version > newestVersion) {
      throw StoreOpenException.configuration(
          path
              + ": was written by a newer Membrane (database version "
              + version
              + ", this one knows "
              + newestVersion
              + ")");
    }
  }

  private static void check(Path path, ByteBuffer header, int newestVersion) {
    if (header.capacity() < SIZE || !hasMagic(header)) {
      throw StoreOpenException.configuration(path + ": is not a SQLite database, or damaged");
    }
    checkIdentity(path, header.getInt(APPLICATION), header.getInt(USER_VERSION), newestVersion);
  }

  private static boolean hasMagic(ByteBuffer header) {
    ByteBuffer start = header.slice(0, MAGIC.length());
    return StandardCharsets.US_ASCII.decode(start).toString().equals(MAGIC);
  }

  private static byte[] read(Path path) {
    try (InputStream in = Files.newInputStream(path)) {
      return in.readNBytes(SIZE);
    } catch (IOException unreadable) {
      throw new StoreOpenException(path + ": cannot be read", unreadable);
    }
  }
}
