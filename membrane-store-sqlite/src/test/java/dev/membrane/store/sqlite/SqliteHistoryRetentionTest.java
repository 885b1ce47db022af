package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.HistoryRetentionTck;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;

final class SqliteHistoryRetentionTest extends HistoryRetentionTck {

  @TempDir private Path folder;

  private final AtomicInteger stores = new AtomicInteger();

  @Override
  protected MemoryStore openStore() {
    Path file = folder.resolve(stores.incrementAndGet() + ".db");
    return EmptyFiles.open(new SqliteConfig(file, SqliteConfig.Synchronous.NORMAL));
  }
}
