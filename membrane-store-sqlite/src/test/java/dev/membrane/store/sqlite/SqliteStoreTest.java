package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.tck.PersistentStoreTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteStoreTest extends PersistentStoreTck {

  @TempDir private Path folder;

  @Override
  protected MemoryStore openStore() {
    return EmptyFiles.open(folder.resolve("membrane.db"));
  }

  @Override
  protected MemoryStore reopenStore() {
    return openStore();
  }
}
