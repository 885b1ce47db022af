package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.store.jdbc.crypto.FileKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A process that is killed while it writes into new scopes and changes the key loses nothing, and
 * the database opens with one of the two keys. {@code -Dmembrane.store.kills} says how often it is
 * killed.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
final class KilledKeyRotationTest {

  private static final int KILLS = Integer.getInteger("membrane.store.kills", 2);
  private static final String NAME = "killed-rotation-test";

  /** Has the keys of a schema wrapped with each of two keys in turn. */
  static final class Rotating {

    private Rotating() {}

    public static void main(String[] args) {
      PostgresConfig config = PostgresConfig.of(args[0]);
      List<Path> keys = List.of(Path.of(args[1]), Path.of(args[2]));
      try (PostgresStore store = PostgresStore.open(config.encryptedWith(keys.get(0)))) {
        for (int turn = 1; ; turn++) {
          System.out.println(ScopeFacts.observe(store, args[3] + " " + turn));
          store.adoptKey(FileKey.in(keys.get(turn % 2)));
        }
      }
    }
  }

  @Test
  void what_was_acknowledged_is_read_with_one_of_the_keys() throws Exception {
    PostgresConfig config = TestDatabase.fresh();
    List<Path> keys = List.of(EncryptedDatabases.newKey(), EncryptedDatabases.newKey());
    Random random = new Random(1);
    int opening = 0;
    List<String> acknowledged = new ArrayList<>();
    for (int kill = 0; kill < KILLS; kill++) {
      kill(config, keys.get(opening), keys.get(1 - opening), kill, acknowledged, random);
      // The server may still be at the last change of the key.
      TestDatabase.awaitEnd(config, NAME);
      opening = opens(config.encryptedWith(keys.get(0))) ? 0 : 1;
      PostgresConfig before = config.encryptedWith(keys.get(opening));
      try (PostgresStore store = PostgresStore.open(before)) {
        assertThat(store.get(acknowledged)).hasSameSizeAs(acknowledged);
      }
      assertThat(new PostgresEncryption(before).rotate(FileKey.in(keys.get(1 - opening))))
          .isGreaterThan(acknowledged.size());
      opening = 1 - opening;
    }
  }

  private static boolean opens(PostgresConfig config) {
    try {
      PostgresStore.open(config).close();
      return true;
    } catch (StoreOpenException other) {
      return false;
    }
  }

  private static void kill(
      PostgresConfig config,
      Path first,
      Path other,
      int number,
      List<String> acknowledged,
      Random random)
      throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Rotating.class.getName(),
                TestDatabase.dsn(config.schema()) + "&ApplicationName=" + NAME,
                first.toString(),
                other.toString(),
                "kill " + number)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var output = process.inputReader()) {
      int lines = random.nextInt(5, 25);
      for (int line = 0; line < lines; line++) {
        acknowledged.add(output.readLine());
      }
      // The process itself would close its output.
      assertThat(process.toHandle().destroyForcibly()).isTrue();
      output.lines().forEach(acknowledged::add);
    }
    process.waitFor();
  }
}
