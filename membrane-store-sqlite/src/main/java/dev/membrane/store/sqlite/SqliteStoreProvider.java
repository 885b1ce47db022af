package dev.membrane.store.sqlite;

import dev.membrane.spi.Config;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreProvider;
import dev.membrane.spi.StoreProvider.StoredBytes;
import dev.membrane.spi.keys.StoreEncryption;
import dev.membrane.spi.store.MemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Opens the store of {@code backend: sqlite}. */
public final class SqliteStoreProvider implements StoreProvider {

  /** For {@link java.util.ServiceLoader}. */
  public SqliteStoreProvider() {}

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  public Set<String> keys() {
    return SqliteConfig.KEYS;
  }

  @Override
  public void check(Config config) {
    SqliteConfig unused = SqliteConfig.from(config);
  }

  @Override
  public boolean isEncrypting() {
    return true;
  }

  @Override
  public Supplier<MemoryStore> create(PluginContext context) {
    SqliteConfig config = config(context);
    return () -> SqliteStore.open(config);
  }

  @Override
  public Optional<Path> databaseFile(Config config) {
    return Optional.of(SqliteConfig.pathIn(config));
  }

  /**
   * All files next to the database: its log and index, exports and archives; then the rows of its
   * tables. The log comes before the database, since a writer may move pages from it meanwhile.
   */
  @Override
  public Optional<StoredBytes> storedBytes(PluginContext context) {
    Path database = SqliteConfig.from(context.config()).path().toAbsolutePath();
    return Optional.of(listener -> tell(database, listener));
  }

  private static void tell(Path database, StoredBytes.ByteListener listener) throws IOException {
    if (!Files.exists(database)) {
      throw new NoSuchFileException(database.toString(), null, "no such file");
    }
    Path folder = Objects.requireNonNull(database.getParent(), "a file is in a folder");
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file :
          files.filter(Files::isRegularFile).sorted(Comparator.reverseOrder()).toList()) {
        tellFile(file, listener);
      }
    }
    new RowBytes(database).tell(listener);
  }

  private static void tellFile(Path file, StoredBytes.ByteListener listener) throws IOException {
    InputStream opened;
    try {
      opened = Files.newInputStream(file);
    } catch (IOException failure) {
      listener.unopened(file.toString(), failure);
      return;
    }
    try (InputStream bytes = opened) {
      listener.kept(file.toString(), bytes);
    }
  }

  @Override
  public Optional<StoreEncryption> encryption(PluginContext context) {
    return Optional.of(new SqliteEncryption(config(context)));
  }

  @Override
  public Supplier<SqliteReader> createReader(PluginContext context) {
    SqliteConfig config = config(context);
    return () -> SqliteReader.open(config);
  }

  private static SqliteConfig config(PluginContext context) {
    return SqliteConfig.from(context.config()).encryptedWith(context.key());
  }
}
