package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasedLessonsTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteErasedLessonsTest extends ErasedLessonsTck {

  @TempDir private Path folder;

  @Override
  protected MemoryStore openStore() {
    return EmptyFiles.open(folder.resolve("membrane.db"));
  }
}
