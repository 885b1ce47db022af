package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.internal.transfer.StoreCopy;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.Config;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.keys.KeyEncryptionKey.KeyFile;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.store.jdbc.crypto.FileKey;
import dev.membrane.store.jdbc.crypto.FileKeyProvider;
import dev.membrane.store.sqlite.SqliteConfig.Synchronous;
import dev.membrane.store.sqlite.internal.crypto.DataKeyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which key opens a file, and what else may not. */
final class EncryptedFileTest {

  private static final MemoryRecord RECORD = SampleRecords.fact(1, "scope", SampleRecords.START);

  @TempDir private Path folder;

  @Test
  void what_is_written_with_a_key_is_read_with_it_again() {
    fill();
    assertReadable();
  }

  private void assertReadable() {
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        SqliteReader reader = SqliteReader.open(encrypted())) {
      assertThat(store.get(List.of(RECORD.id()))).hasSize(1);
      assertThat(reader.get(List.of(RECORD.id()))).isEqualTo(store.get(List.of(RECORD.id())));
      assertThat(reader.find(List.of("note:one"))).isEqualTo(store.find(List.of("note:one")));
    }
  }

  @Test
  void a_reader_sees_scopes_that_came_after_it_was_opened() {
    fill();
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        SqliteReader reader = SqliteReader.open(encrypted())) {
      MemoryRecord later = SampleRecords.fact(2, "later", SampleRecords.START);
      store.commit(Changeset.builder().change(SampleRecords.insert(later, Map.of())).build());
      assertThat(reader.get(List.of(later.id()))).isEqualTo(store.get(List.of(later.id())));
    }
  }

  @Test
  void the_keys_of_a_database_whose_backups_need_them_are_not_replaced() throws IOException {
    fill();
    Path database = folder.resolve("m.db");
    Files.move(database, folder.resolve("backup.db"));
    SqliteStore.open(new SqliteConfig(folder.resolve("plain.db"), Synchronous.NORMAL)).close();
    Files.move(folder.resolve("plain.db"), database);
    assertThatThrownBy(() -> FileCopy.open(encrypted()))
        .isInstanceOf(StoreOpenException.class)
        .hasMessageContaining("encrypted before")
        .hasMessageContaining("m.db-keys");
    Files.move(folder.resolve("backup.db"), database, StandardCopyOption.REPLACE_EXISTING);
    assertReadable();
  }

  @Test
  void the_data_keys_of_a_copy_get_their_name_when_they_are_whole() throws IOException {
    Path database = folder.resolve("m.db");
    try (SqliteStore store = SqliteStore.open(new SqliteConfig(database, Synchronous.NORMAL))) {
      store.commit(Changeset.builder().change(SampleRecords.insert(RECORD, Map.of())).build());
    }
    Path unfinished = folder.resolve("m.db-encrypting-keys-new");
    Path inTheWay = Files.createDirectories(unfinished.resolve("in-the-way"));
    assertThatThrownBy(this::encrypt)
        .isInstanceOf(StoreOpenException.class)
        .hasMessage(database + ": cannot be replaced by its copy");
    assertThat(folder.resolve("m.db-keys")).doesNotExist();
    assertThat(EncryptionCheck.isMarked(database)).isFalse();
    Files.delete(inTheWay);
    Files.delete(unfinished);
    Files.writeString(unfinished, "half of the");
    encrypt();
    assertThat(unfinished).doesNotExist();
    try (SqliteStore store = SqliteStore.open(encrypted())) {
      assertThat(store.get(List.of(RECORD.id()))).hasSize(1);
    }
  }

  private void encrypt() throws IOException {
    try (FileCopy copy = FileCopy.open(encrypted())) {
      var unused =
          new StoreCopy(copy.plain(), copy.encrypted(), (done, all) -> {})
              .run("test", SampleRecords.START);
      copy.complete();
      copy.finish();
    }
  }

  @Test
  void without_the_key_it_does_not_open() {
    fill();
    SqliteConfig plain = new SqliteConfig(folder.resolve("m.db"), Synchronous.NORMAL);
    for (Runnable opening :
        List.<Runnable>of(() -> SqliteStore.open(plain), () -> SqliteReader.open(plain))) {
      assertThatThrownBy(opening::run)
          .isInstanceOfSatisfying(
              StoreOpenException.class, fault -> assertThat(fault.isConfiguration()).isTrue())
          .hasMessage(
              folder.resolve("m.db")
                  + ": is encrypted, and no key is configured (encryption_key_file or key_provider)");
    }
  }

  @Test
  void with_another_key_it_does_not_open_and_stays_as_it_is() throws IOException {
    fill();
    byte[] before = Files.readAllBytes(folder.resolve("m.db"));
    SqliteConfig other = encrypted().encryptedWith(KeyFiles.make(folder.resolve("other")));
    for (Runnable opening :
        List.<Runnable>of(() -> SqliteStore.open(other), () -> SqliteReader.open(other))) {
      assertThatThrownBy(opening::run)
          .isInstanceOfSatisfying(
              StoreOpenException.class, fault -> assertThat(fault.isConfiguration()).isTrue())
          .hasMessage(folder.resolve("m.db") + ": the configured key is not that of this database");
    }
    assertThat(Files.readAllBytes(folder.resolve("m.db"))).isEqualTo(before);
    assertReadable();
  }

  @Test
  void a_file_with_plain_records_is_not_taken_for_an_encrypted_one() {
    try (SqliteStore store = SqliteStore.open(folder.resolve("m.db"))) {
      store.commit(Changeset.builder().change(SampleRecords.insert(RECORD, Map.of())).build());
    }
    assertThatThrownBy(() -> KeyFiles.open(folder, "m.db"))
        .isInstanceOf(StoreOpenException.class)
        .hasMessageStartingWith(
            folder.resolve("m.db") + ": is not encrypted, and a key is configured");
    try (SqliteStore store = SqliteStore.open(folder.resolve("m.db"))) {
      assertThat(store.get(List.of(RECORD.id()))).hasSize(1);
    }
  }

  @Test
  void after_a_rotation_only_the_other_key_opens_it() throws IOException {
    fill();
    Path other = KeyFiles.make(folder.resolve("other"));
    SqliteConfig before = encrypted();
    assertThat(SqliteStore.rotateKeys(before, FileKey.in(other))).isEqualTo(2);
    assertThatThrownBy(() -> SqliteStore.open(before))
        .hasMessageEndingWith("the configured key is not that of this database");
    try (SqliteStore store = SqliteStore.open(before.encryptedWith(other))) {
      assertThat(store.get(List.of(RECORD.id()))).hasSize(1);
      assertThatThrownBy(
              () -> SqliteStore.rotateKeys(before.encryptedWith(other), FileKey.in(other)))
          .isInstanceOf(StoreOpenException.class)
          .hasMessageContaining("has it open");
    }
    assertThat(SqliteStore.rotateKeys(before, FileKey.in(other))).as("again").isEqualTo(2);
    SqliteStore.rotateKeys(before.encryptedWith(other), FileKey.in(folder.resolve("key")));
    assertReadable();
  }

  @Test
  void a_store_that_is_used_takes_another_key() {
    fill();
    Path other = KeyFiles.make(folder.resolve("other"));
    MemoryRecord later = SampleRecords.fact(2, "later", SampleRecords.START);
    try (SqliteStore store = KeyFiles.open(folder, "m.db")) {
      assertThat(store.adoptKey(FileKey.in(other))).isEqualTo(2);
      assertThat(store.adoptKey(FileKey.in(other))).isZero();
      store.commit(Changeset.builder().change(SampleRecords.insert(later, Map.of())).build());
      assertThat(store.get(List.of(RECORD.id(), later.id()))).hasSize(2);
      assertThatThrownBy(() -> store.adoptKey(FileKey.in(folder.resolve("nothing"))))
          .isInstanceOf(StoreOpenException.class);
    }
    try (SqliteStore store = SqliteStore.open(encrypted().encryptedWith(other))) {
      assertThat(store.get(List.of(RECORD.id(), later.id()))).hasSize(2);
    }
  }

  @Test
  void a_rotation_that_cannot_be_done_changes_nothing() throws IOException, SQLException {
    fill();
    byte[] before = Files.readAllBytes(encrypted().path());
    Path other = KeyFiles.make(folder.resolve("other"));
    assertThatThrownBy(
            () ->
                SqliteStore.rotateKeys(
                    encrypted().encryptedWith(other),
                    FileKey.in(KeyFiles.make(folder.resolve("third")))))
        .isInstanceOfSatisfying(
            StoreOpenException.class, fault -> assertThat(fault.isConfiguration()).isTrue())
        .hasMessageContaining("no key was changed");
    assertReadable();
    assertThatThrownBy(
            () -> SqliteStore.rotateKeys(encrypted(), FileKey.in(folder.resolve("nothing"))))
        .isInstanceOf(StoreOpenException.class);
    assertThat(Files.readAllBytes(encrypted().path())).isEqualTo(before);
    SqliteStore.open(folder.resolve("plain.db")).close();
    SqliteConfig plain = new SqliteConfig(folder.resolve("plain.db"));
    assertThatThrownBy(() -> SqliteStore.rotateKeys(plain, FileKey.in(other)))
        .hasMessageEndingWith("no key is configured (encryption_key_file or key_provider)");
  }

  @Test
  void a_rotation_tells_data_keys_that_are_missing_from_a_file_that_is_not_encrypted()
      throws IOException {
    fill();
    Path other = KeyFiles.make(folder.resolve("other"));
    Path keys = folder.resolve("m.db-keys");
    Files.move(keys, folder.resolve("elsewhere"));
    assertThatThrownBy(() -> SqliteStore.rotateKeys(encrypted(), FileKey.in(other)))
        .isInstanceOfSatisfying(
            StoreOpenException.class, fault -> assertThat(fault.isConfiguration()).isTrue())
        .hasMessage(folder.resolve("m.db") + ": its data keys are not there: " + keys);
    Files.move(folder.resolve("elsewhere"), keys);
    assertReadable();
    Path plain = folder.resolve("plain.db");
    SqliteStore.open(new SqliteConfig(plain, Synchronous.NORMAL)).close();
    SqliteConfig named = new SqliteConfig(plain).encryptedWith(folder.resolve("key"));
    assertThatThrownBy(() -> SqliteStore.rotateKeys(named, FileKey.in(other)))
        .isInstanceOfSatisfying(
            StoreOpenException.class, fault -> assertThat(fault.isConfiguration()).isTrue())
        .hasMessage(plain + ": is not encrypted");
  }

  @Test
  void a_data_key_of_another_row_does_not_open_anything() throws SQLException {
    fill();
    try (SqliteStore store = KeyFiles.open(folder, "m.db")) {
      MemoryRecord other = SampleRecords.fact(2, "other", SampleRecords.START);
      store.commit(Changeset.builder().change(SampleRecords.insert(other, Map.of())).build());
    }
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + DataKeyFile.pathOf(encrypted().path()));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "UPDATE data_key SET wrapped = (SELECT wrapped FROM data_key WHERE id = 3) WHERE id = 2");
    }
    try (SqliteStore store = KeyFiles.open(folder, "m.db")) {
      assertThatThrownBy(() -> store.get(List.of(RECORD.id()))).hasMessageContaining("data key 2");
    }
  }

  @Test
  void a_key_file_has_32_bytes_that_only_its_owner_reads() throws IOException {
    String hexadecimal = "0123456789abcdef".repeat(4);
    assertThat(faults(hexadecimal, "rw-------")).isEmpty();
    assertThat(faults(hexadecimal + "\n", "r--------")).isEmpty();
    for (String rights : List.of("rw-r--r--", "rw--w----", "rw-----w-")) {
      assertThat(faults(hexadecimal, rights))
          .containsExactly(
              "encryption_key_file: names a file that others may read or write; chmod 600 "
                  + folder.resolve("given"));
    }
    boolean isRefused = !faults(hexadecimal, "rw-r-----").isEmpty();
    assertThat(isRefused).isEqualTo(!ownerOf(folder.resolve("given")).equals("root"));
    for (String bad : List.of("", "secret", hexadecimal.substring(1), "x".repeat(2_000))) {
      assertThat(faults(bad, "rw-------"))
          .containsExactly(
              "encryption_key_file: must name a file with a key: 32 random bytes in Base64 or"
                  + " hexadecimal");
    }
    Config missing = config(folder.resolve("nothing"));
    create(missing);
    assertThat(missing.faults())
        .containsExactly(
            "encryption_key_file: names a file that cannot be read: " + folder.resolve("nothing"));
    Path closed = folder.resolve("given");
    Files.setPosixFilePermissions(closed, Set.of());
    assertThat(KeyFile.isOpenToOthers(closed)).isFalse();
    Config empty = new Config(Map.of("encryption_key_file", new JsonString("")));
    new FileKeyProvider().check(empty);
    assertThat(empty.faults())
        .containsExactly(
            "encryption_key_file: must not be empty; leave it out if nothing is to be encrypted");
  }

  @Test
  void nobody_waits_for_a_pipe_in_the_place_of_a_key() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Config config = config(pipe);
    create(config);
    assertThat(config.faults())
        .containsExactly("encryption_key_file: names a file that cannot be read: " + pipe);
  }

  private static String ownerOf(Path file) {
    try {
      return Files.getOwner(file).getName();
    } catch (IOException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private List<String> faults(String text, String rights) {
    try {
      Files.deleteIfExists(folder.resolve("given"));
    } catch (IOException failure) {
      throw new IllegalStateException(failure);
    }
    Config config = config(KeyFiles.write(folder.resolve("given"), text, rights));
    create(config);
    return config.faults();
  }

  private static void create(Config config) {
    var unused = new FileKeyProvider().create(new PluginContext(config));
  }

  private static Config config(Path keyFile) {
    return new Config(Map.of("encryption_key_file", new JsonString(keyFile.toString())));
  }

  private SqliteConfig encrypted() {
    return KeyFiles.encrypted(folder, "m.db");
  }

  private void fill() {
    try (SqliteStore store = KeyFiles.open(folder, "m.db")) {
      store.commit(
          Changeset.builder()
              .change(SampleRecords.insert(RECORD, Map.of("word", 1)))
              .addKey(new Key("note:one", "value", null))
              .enqueue(new QueueRow("queue", "note:one", SampleRecords.START, 0))
              .build());
    }
  }
}
