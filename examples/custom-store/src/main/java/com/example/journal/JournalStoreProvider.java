package com.example.journal;

import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreProvider;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.StoreProvider.StoredBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** {@code backend: journal}, with its file in {@code plugins.journal.path}. */
public final class JournalStoreProvider implements StoreProvider {

  @Override
  public String name() {
    return "journal";
  }

  @Override
  public Supplier<MemoryStore> create(PluginContext context) {
    Path file = file(context);
    return () -> JournalStore.open(file);
  }

  /** So that {@code membraned scan-for} tells which words of deleted records are still there. */
  @Override
  public Optional<StoredBytes> storedBytes(PluginContext context) {
    Path file = file(context);
    return Optional.of(listener -> tell(listener, file));
  }

  private static void tell(StoredBytes.ByteListener listener, Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file)) {
      listener.kept(file.toString(), bytes);
    }
  }

  private Path file(PluginContext context) {
    return Path.of(context.config().plugin(name()).text("path", "membrane.journal"));
  }
}
