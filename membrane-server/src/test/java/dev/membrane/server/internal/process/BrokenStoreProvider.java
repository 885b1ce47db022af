package dev.membrane.server.internal.process;

import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreProvider;
import dev.membrane.spi.StoreProvider.StoredBytes;
import dev.membrane.spi.keys.StoreEncryption;
import dev.membrane.spi.store.MemoryStore;
import java.util.Optional;
import java.util.function.Supplier;

/** {@code backend: broken}, which throws what no contract names. */
public final class BrokenStoreProvider implements StoreProvider {

  @Override
  public String name() {
    return "broken";
  }

  @Override
  public Optional<StoredBytes> storedBytes(PluginContext context) {
    throw new UnsupportedOperationException("no bytes");
  }

  @Override
  public Optional<StoreEncryption> encryption(PluginContext context) {
    throw new UnsupportedOperationException("no keys");
  }

  @Override
  public Supplier<MemoryStore> create(PluginContext context) {
    if (context.config().plugin(name()).flag("at_once", false)) {
      throw new IllegalArgumentException("no such place");
    }
    return () -> {
      throw new IllegalStateException("the door is locked\nfrom inside");
    };
  }
}
