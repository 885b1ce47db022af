package com.example.journal;

import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreProvider;
import java.nio.file.Path;
import java.util.function.Supplier;

/** {@code backend: journal}, with its file in {@code plugins.journal.path}. */
public final class JournalStoreProvider implements StoreProvider {

  @Override
  public String name() {
    return "journal";
  }

  @Override
  public Supplier<MemoryStore> create(PluginContext context) {
    String path = context.config().plugin(name()).text("path", "membrane.journal");
    return () -> JournalStore.open(Path.of(path));
  }
}
