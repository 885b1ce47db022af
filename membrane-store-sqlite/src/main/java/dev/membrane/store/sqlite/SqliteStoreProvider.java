package dev.membrane.store.sqlite;

import dev.membrane.spi.Config;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreProvider;
import java.util.Set;
import java.util.function.Supplier;

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
    SqliteConfig.refuseEncryption(config);
  }

  @Override
  public Supplier<MemoryStore> create(PluginContext context) {
    SqliteConfig config = SqliteConfig.from(context.config());
    return () -> SqliteStore.open(config);
  }

  @Override
  public Supplier<SqliteReader> createReader(PluginContext context) {
    SqliteConfig config = SqliteConfig.from(context.config());
    return () -> SqliteReader.open(config.path());
  }
}
