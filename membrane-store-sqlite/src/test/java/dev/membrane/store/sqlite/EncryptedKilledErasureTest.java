package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.scan.WordScan;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.KilledErasureTck;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The end of an erasure destroys the data key of the scope. */
final class EncryptedKilledErasureTest extends KilledErasureTck {

  @TempDir private Path folder;
  private int places;

  static final class Erasing {

    private Erasing() {}

    public static void main(String[] args) {
      try (SqliteStore store = opened(Path.of(args[0]))) {
        erase(store);
      }
    }
  }

  private static SqliteStore opened(Path database) {
    return SqliteStore.open(new SqliteConfig(database).encryptedWith(key(database)));
  }

  private static Path key(Path database) {
    return database.resolveSibling(database.getFileName() + ".key");
  }

  @Override
  protected String fresh() {
    places++;
    Path database = folder.resolve("membrane" + places + ".db");
    var unused = KeyFiles.make(key(database));
    return database.toString();
  }

  @Override
  protected MemoryStore open(String place) {
    return opened(Path.of(place));
  }

  /** A plain store is killed as often as usual. */
  @Override
  protected int usualKills() {
    return 1;
  }

  @Override
  protected Class<?> erasing() {
    return Erasing.class;
  }

  @Override
  protected void assertGone(String place) throws Exception {
    assertThat(new WordScan(List.of(ERASED)).in(folder)).isEmpty();
    try (Connection keys = DriverManager.getConnection("jdbc:sqlite:" + place + "-keys");
        Statement query = keys.createStatement();
        ResultSet left = query.executeQuery("SELECT count(*) FROM data_key")) {
      left.next();
      assertThat(left.getInt(1)).as("keys of the store and of the scope that stays").isEqualTo(2);
    }
  }
}
