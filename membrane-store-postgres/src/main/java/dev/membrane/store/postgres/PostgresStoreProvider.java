package dev.membrane.store.postgres;

import dev.membrane.spi.Config;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreProvider;
import dev.membrane.spi.StoreProvider.StoredBytes;
import dev.membrane.spi.keys.StoreEncryption;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens the store of {@code backend: postgres}. */
public final class PostgresStoreProvider implements StoreProvider {

  /** For {@link java.util.ServiceLoader}. */
  public PostgresStoreProvider() {}

  @Override
  public String name() {
    return "postgres";
  }

  @Override
  public Set<String> keys() {
    return PostgresConfig.KEYS;
  }

  @Override
  public void check(Config config) {
    PostgresConfig.check(config);
  }

  @Override
  public boolean isEncrypting() {
    return true;
  }

  @Override
  public Supplier<MemoryStore> create(PluginContext context) {
    @Nullable PostgresConfig config = config(context);
    return () -> {
      if (config == null) {
        throw new StoreOpenException("postgres_dsn names no database");
      }
      return PostgresStore.open(config);
    };
  }

  @Override
  public Optional<StoreEncryption> encryption(PluginContext context) {
    return Optional.ofNullable(config(context)).map(PostgresEncryption::new);
  }

  private static @Nullable PostgresConfig config(PluginContext context) {
    return PostgresConfig.from(context.config(), context.key());
  }

  @Override
  public Optional<StoredBytes> storedBytes(PluginContext context) {
    return Optional.ofNullable(PostgresConfig.from(context.config())).map(TableBytes::new);
  }
}
