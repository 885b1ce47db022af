package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.internal.scan.WordScan;
import dev.membrane.internal.transfer.MoveException;
import dev.membrane.internal.transfer.StoreCopy;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.keys.StoreEncryption.EncryptedCopy;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.testing.CopiedMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a database has is in its encrypted copy, however often the process is killed that makes it.
 * {@code -Dmembrane.store.kills} says how often.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
final class EncryptedCopyTest {

  private static final int KILLS = Integer.getInteger("membrane.store.kills", 2);
  private static final int RECORDS = 30 * Math.max(5, KILLS);

  @TempDir private Path folder;

  /** Encrypts the database of its first argument with the key of its second. */
  static final class Encrypting {

    private Encrypting() {}

    public static void main(String[] args) throws Exception {
      SqliteConfig config = new SqliteConfig(Path.of(args[0])).encryptedWith(Path.of(args[1]));
      System.out.println("begun");
      Optional<EncryptedCopy> copying = new SqliteEncryption(config).encryptedCopy(null);
      if (copying.isPresent()) {
        try (EncryptedCopy copy = copying.get()) {
          fill(copy);
          copy.finish();
        }
      }
    }

    static void fill(EncryptedCopy copy) throws IOException {
      var unused =
          new StoreCopy(copy.plain(), copy.encrypted(), (done, all) -> {})
              .run("test", Instant.now());
      copy.complete();
    }
  }

  @Test
  void what_is_encrypted_with_another_key_is_not_said_to_be_encrypted() throws Exception {
    SqliteConfig plain = new SqliteConfig(folder.resolve("membrane.db"));
    Path key = KeyFiles.make(folder.resolve("key"));
    SqliteStore.open(plain.encryptedWith(key)).close();
    Path other = KeyFiles.make(folder.resolve("other"));
    assertThat(new SqliteEncryption(plain.encryptedWith(key)).encryptedCopy(null)).isEmpty();
    assertThatThrownBy(() -> new SqliteEncryption(plain.encryptedWith(other)).encryptedCopy(null))
        .isInstanceOf(StoreOpenException.class)
        .hasMessageContaining("key");
  }

  @Test
  void what_somebody_has_open_is_said_to_be_encrypted() {
    SqliteConfig config = KeyFiles.encrypted(folder, "membrane.db");
    Path other = KeyFiles.make(folder.resolve("other"));
    try (SqliteStore store = SqliteStore.open(config)) {
      assertThat(new SqliteEncryption(config).encryptedCopy(null)).isEmpty();
      assertThatThrownBy(
              () -> new SqliteEncryption(config.encryptedWith(other)).encryptedCopy(null))
          .isInstanceOf(StoreOpenException.class)
          .hasMessageEndingWith(": the configured key is not that of this database");
      assertThat(store.isEncrypted()).isTrue();
    }
  }

  @Test
  void a_killed_copy_goes_on_and_has_everything() throws Exception {
    Path database = folder.resolve("membrane.db");
    Path key = KeyFiles.make(folder.resolve("key"));
    SqliteConfig encrypted = new SqliteConfig(database).encryptedWith(key);
    List<String> before;
    try (SqliteStore store = SqliteStore.open(database)) {
      before = CopiedMemory.told(store, CopiedMemory.fill(store, RECORDS));
    }
    Random random = new Random(1);
    for (int kill = 0; kill < KILLS; kill++) {
      Process process = start(database, key);
      assertThat(process.inputReader().readLine()).isEqualTo("begun");
      if (!process.waitFor(random.nextInt(2_500), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
      boolean isDone = EncryptionCheck.isMarked(database);
      try (SqliteReader reader =
          SqliteReader.open(isDone ? encrypted : new SqliteConfig(database))) {
        assertThat(reader.auditLogs("", 2 * RECORDS)).hasSize(RECORDS);
      }
    }
    assertThat(start(database, key).waitFor()).isZero();
    assertThat(new WordScan(List.of(CopiedMemory.WORD)).in(folder)).isEmpty();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .allMatch(name -> !name.contains("-encrypting"));
    }
    // Who has only read leaves an empty one.
    Path log = folder.resolve("membrane.db-wal");
    assertThat(Files.exists(log) ? Files.size(log) : 0).isZero();
    try (SqliteStore store = SqliteStore.open(encrypted)) {
      assertThat(CopiedMemory.told(store, before.subList(before.size() - RECORDS, before.size())))
          .isEqualTo(before);
    }
  }

  @Test
  void what_was_removed_since_a_copy_was_begun_is_not_in_what_takes_its_place() throws Exception {
    SqliteConfig plain = new SqliteConfig(folder.resolve("membrane.db"));
    SqliteConfig config = plain.encryptedWith(KeyFiles.make(folder.resolve("key")));
    try (SqliteStore store = SqliteStore.open(plain)) {
      var unused = CopiedMemory.fill(store, 20);
    }
    copy(config);
    copy(config);
    run(plain, "DELETE FROM former_run");
    assertThatThrownBy(() -> copy(config))
        .isInstanceOf(StoreOpenException.class)
        .hasMessage(
            folder.resolve("membrane.db-encrypting")
                + ": has former states that are gone from the database; remove the files whose names"
                + " begin so, and start again");
    try (SqliteStore store = SqliteStore.open(plain)) {
      Changeset.Builder changes = Changeset.builder();
      store.keys("receipt:", "", 10).forEach(changes::removeKey);
      store.commit(changes.build());
    }
    assertThatThrownBy(() -> copy(config))
        .isInstanceOf(MoveException.class)
        .hasMessage("the copy has keys, queue rows or runs that are gone");
    assertThat(EncryptionCheck.isMarked(plain.path())).isFalse();
  }

  /** Copies all of it, and ends before the copy takes the place of the database. */
  private static void copy(SqliteConfig config) throws IOException {
    try (EncryptedCopy copy = new SqliteEncryption(config).encryptedCopy(null).orElseThrow()) {
      Encrypting.fill(copy);
    }
  }

  private static void run(SqliteConfig config, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + config.path());
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(sql)).isPositive();
    }
  }

  private static Process start(Path database, Path key) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Encrypting.class.getName(),
            database.toString(),
            key.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
