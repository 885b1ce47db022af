package com.example.journal;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.tck.PersistentStoreTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class JournalStoreTest extends PersistentStoreTck {

  @TempDir Path folder;

  @Override
  protected MemoryStore openStore() {
    return JournalStore.open(folder.resolve("test.journal"));
  }

  @Override
  protected MemoryStore reopenStore() {
    return openStore();
  }
}
