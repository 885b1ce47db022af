package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.HistoryRetentionTck;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;

final class EncryptedHistoryRetentionTest extends HistoryRetentionTck {

  @TempDir private Path folder;

  private final AtomicInteger stores = new AtomicInteger();

  @Override
  protected MemoryStore openStore() {
    return EmptyFiles.openEncrypted(folder, stores.incrementAndGet() + ".db");
  }
}
