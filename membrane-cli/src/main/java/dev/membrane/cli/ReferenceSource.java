package dev.membrane.cli;

import dev.membrane.server.StartException;
import dev.membrane.server.command.FileFault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/**
 * A database file of somebody else. Reading it leaves nothing beside it, and needs no right to
 * write there. What a server that was killed has left beside it belongs to it: then a copy is read,
 * since only who may write brings both together. Not thread-safe.
 */
final class ReferenceSource implements AutoCloseable {

  private static final String MAGIC = "SQLite format 3\0";

  /** How the names of a database, its write-ahead log and its rollback journal end. */
  private static final List<String> ENDS = List.of("", "-wal", "-journal");

  private final Path path;
  private final Path database;
  private final Map<Path, String> files;
  private final @Nullable Path copy;
  private final Connection connection;

  private ReferenceSource(Path path) throws IOException, SQLException {
    this.path = path;
    this.database = path.toRealPath();
    this.files = files();
    this.copy = files.size() > 1 ? copy() : null;
    this.connection = connect();
  }

  /**
   * Opens a file.
   *
   * @throws StartException if it is no database, or cannot be read
   * @throws SQLException if SQLite does not open it
   */
  static ReferenceSource open(Path path) throws SQLException {
    if (!Files.isRegularFile(path)) {
      throw new StartException(path + ": is no file with a database");
    }
    try {
      checkIsDatabase(path);
      return new ReferenceSource(path);
    } catch (IOException failed) {
      throw FileFault.unread(path, failed);
    }
  }

  private static void checkIsDatabase(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] begin = in.readNBytes(MAGIC.length());
      if (!new String(begin, StandardCharsets.ISO_8859_1).equals(MAGIC)) {
        throw new StartException(
            path
                + ": is no SQLite database, or one that is encrypted; if it is, write it out with"
                + " sqlcipher_export first");
      }
    }
  }

  /** The database and the logs that have something, and what shows that one is written. */
  private Map<Path, String> files() throws IOException {
    Map<Path, String> all = new TreeMap<>();
    for (String end : ENDS) {
      Path file = database.resolveSibling(database.getFileName() + end);
      if (Files.exists(file) && Files.size(file) > 0) {
        all.put(file, Files.size(file) + " bytes, written " + Files.getLastModifiedTime(file));
      }
    }
    return all;
  }

  private Path copy() throws IOException {
    Path folder = Files.createTempDirectory("membrane-import-");
    deleteOnExit(folder);
    try {
      for (Path file : files.keySet()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
      return folder;
    } catch (IOException failed) {
      delete(folder);
      throw failed;
    }
  }

  /** Whoever stops the command leaves no copy of a memory behind. */
  private void deleteOnExit(Path folder) {
    folder.toFile().deleteOnExit();
    for (String end : List.of("", "-wal", "-shm", "-journal")) {
      folder.resolve(database.getFileName() + end).toFile().deleteOnExit();
    }
  }

  /** The driver takes what follows a question mark for settings, so the file is named by a URI. */
  private Connection connect() throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    if (copy != null) {
      Path copied = copy.resolve(database.getFileName());
      return config.createConnection("jdbc:sqlite:" + copied.toUri());
    }
    config.setReadOnly(true);
    return config.createConnection("jdbc:sqlite:" + database.toUri() + "?immutable=1");
  }

  Connection connection() {
    return connection;
  }

  /**
   * Checks that nobody has written it since, as no lock keeps anybody from that.
   *
   * @throws StartException if somebody has
   */
  void checkUnchanged() {
    try {
      if (!files.equals(files())) {
        throw new StartException(
            path + ": was changed while it was read; stop its server, and run the command again");
      }
    } catch (IOException gone) {
      throw FileFault.unread(path, gone);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
    try {
      if (copy != null) {
        delete(copy);
      }
    } catch (IOException failed) {
      throw new StartException(copy + ": cannot be deleted: " + FileFault.reason(failed), failed);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> copies = Files.list(folder)) {
      for (Path file : copies.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
