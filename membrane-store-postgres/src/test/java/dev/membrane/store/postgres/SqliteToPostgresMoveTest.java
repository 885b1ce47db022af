package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.sqlite.SqliteStore;
import dev.membrane.testing.MoveTck;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

final class SqliteToPostgresMoveTest extends MoveTck {

  @RegisterExtension final EmptySchemas schemas = EmptySchemas.plain();
  @TempDir private Path folder;
  private int opened;

  @Override
  protected MemoryStore openStore() {
    return SqliteStore.open(folder.resolve("membrane" + opened++ + ".db"));
  }

  @Override
  protected MemoryStore openTarget() {
    return PostgresStore.open(schemas.next());
  }

  @Override
  protected int tries() {
    return 2;
  }
}
