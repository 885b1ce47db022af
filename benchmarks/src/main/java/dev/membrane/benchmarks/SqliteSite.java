package dev.membrane.benchmarks;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.sqlite.SqliteConfig;
import dev.membrane.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A new file of SQLite, with its log. */
final class SqliteSite implements Site {

  private final Path file;
  private final @Nullable Path keyFile;

  /** A new file that is not encrypted. */
  SqliteSite(Path folder, String name) {
    this(folder, name, null);
  }

  SqliteSite(Path folder, String name, @Nullable Path keyFile) {
    this.file = folder.resolve(name + ".db");
    this.keyFile = keyFile;
    close();
  }

  Path file() {
    return file;
  }

  @Override
  public String backend() {
    return "sqlite";
  }

  @Override
  public MemoryStore open() {
    SqliteConfig config = new SqliteConfig(file);
    return SqliteStore.open(keyFile == null ? config : config.encryptedWith(keyFile));
  }

  @Override
  public Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file);
  }

  /** Nothing here goes on after the last commit. */
  @Override
  public void settle() {}

  @Override
  public void compact() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("VACUUM");
    }
  }

  @Override
  public long bytes() {
    return files().stream().mapToLong(path -> path.toFile().length()).sum();
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("MEMBRANE_DB_PATH", file.toString());
  }

  @Override
  public double importedAtLeast() {
    return 5_000;
  }

  @Override
  public void close() {
    try {
      for (Path path : files()) {
        Files.delete(path);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private List<Path> files() {
    List<Path> files = new ArrayList<>();
    Path folder = file.toAbsolutePath().getParent();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, file.getFileName() + "*")) {
      all.forEach(files::add);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return files;
  }
}
