package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ReindexTck;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.io.TempDir;

/** The request to read the terms again is encrypted like all else. */
class EncryptedReindexTest extends ReindexTck {

  private static final String NAME = "membrane.db";

  @TempDir private Path folder;

  @Override
  protected MemoryStore open() {
    return KeyFiles.open(folder, NAME);
  }

  @Override
  protected MemoryStore migrated() throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(NAME));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "DROP TABLE former_key; DROP TABLE former_run; PRAGMA user_version = 19");
    }
    return open();
  }

  @Override
  protected String due() {
    return "ties";
  }
}
