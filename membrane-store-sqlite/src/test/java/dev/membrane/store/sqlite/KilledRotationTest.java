package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.store.jdbc.crypto.FileKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is killed while it writes into new scopes and changes the key loses nothing, and
 * the database opens with one of the two keys. {@code -Dmembrane.store.kills} says how often it is
 * killed.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
final class KilledRotationTest {

  private static final int KILLS = Integer.getInteger("membrane.store.kills", 2);

  @TempDir private Path folder;

  /** Has the keys of the database of its first argument wrapped with each other key in turn. */
  static final class Rotating {

    private Rotating() {}

    public static void main(String[] args) {
      Path database = Path.of(args[0]);
      List<Path> keys = List.of(Path.of(args[1]), Path.of(args[2]));
      int number = Integer.parseInt(args[3]);
      try (SqliteStore store =
          SqliteStore.open(new SqliteConfig(database).encryptedWith(keys.get(0)))) {
        for (int turn = 1; ; turn++) {
          store.commit(inserting(number));
          System.out.println(number++);
          store.adoptKey(FileKey.in(keys.get(turn % 2)));
        }
      }
    }
  }

  @Test
  void what_was_acknowledged_is_read_with_one_of_the_keys() throws Exception {
    List<Path> keys =
        List.of(KeyFiles.make(folder.resolve("one")), KeyFiles.make(folder.resolve("other")));
    Path database = folder.resolve("membrane.db");
    Random random = new Random(1);
    int opening = 0;
    List<Integer> acknowledged = new ArrayList<>();
    for (int kill = 0; kill < KILLS; kill++) {
      kill(database, keys, opening, acknowledged, random.nextInt(5, 25));
      opening = opening(database, keys);
      List<String> ids = acknowledged.stream().map(number -> fact(number).id()).toList();
      try (SqliteStore store = SqliteStore.open(config(database, keys.get(opening)))) {
        assertThat(store.get(ids)).hasSameSizeAs(ids);
      }
      SqliteConfig before = config(database, keys.get(opening));
      assertThat(SqliteStore.rotateKeys(before, FileKey.in(keys.get(1 - opening))))
          .isGreaterThan(ids.size());
      opening = 1 - opening;
    }
  }

  /** Adds the numbers that were acknowledged before the process was killed. */
  private static void kill(
      Path database, List<Path> keys, int first, List<Integer> acknowledged, int lines)
      throws Exception {
    // The number after the last one may be stored, and not acknowledged.
    int from = acknowledged.isEmpty() ? 1 : acknowledged.get(acknowledged.size() - 1) + 2;
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Rotating.class.getName(),
                database.toString(),
                keys.get(first).toString(),
                keys.get(1 - first).toString(),
                Integer.toString(from))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var output = process.inputReader()) {
      for (int line = 0; line < lines; line++) {
        acknowledged.add(Integer.valueOf(output.readLine()));
      }
      // The process itself would close its output.
      assertThat(process.toHandle().destroyForcibly()).isTrue();
      output.lines().forEach(line -> acknowledged.add(Integer.valueOf(line)));
    }
    process.waitFor();
  }

  /** The key that opens it: that which was last adopted, or the one before. */
  private static int opening(Path database, List<Path> keys) {
    try {
      SqliteReader.open(config(database, keys.get(0))).close();
      return 0;
    } catch (StoreOpenException other) {
      return 1;
    }
  }

  private static SqliteConfig config(Path database, Path key) {
    return new SqliteConfig(database).encryptedWith(key);
  }

  private static MemoryRecord fact(int number) {
    return SampleRecords.fact(number, "scope " + number, SampleRecords.START);
  }

  private static Changeset inserting(int number) {
    return Changeset.builder()
        .change(SampleRecords.insert(fact(number), Map.of("word", 1)))
        .build();
  }
}
