package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.server.StartException;
import dev.membrane.server.internal.start.Server;
import dev.membrane.spi.Config;
import dev.membrane.spi.KeyProvider;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.FileKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database whose key is not in a file, but with a provider that a plugin brings. */
final class KeyProviderTest {

  @TempDir private Path folder;
  private Path vault;

  @BeforeEach
  void makeVault() throws IOException {
    vault = Files.createDirectory(folder.resolve("vault"));
    KeyFiles.make(vault.resolve("v1"));
    Files.writeString(vault.resolve("current"), "v1");
    Files.writeString(vault.resolve("calls"), "");
  }

  @Test
  void the_server_takes_the_key_from_the_provider_that_the_configuration_names() {
    Server.start(settings("key_provider", "vault")).close();
    assertThatThrownBy(() -> SqliteStore.open(path()))
        .hasMessageEndingWith("no key is configured (encryption_key_file or key_provider)");
    Path other = KeyFiles.make(folder.resolve("other"));
    assertThatThrownBy(() -> SqliteStore.open(new SqliteConfig(path()).encryptedWith(other)))
        .hasMessageEndingWith("the configured key is not that of this database");
    commit(1, "scope");
    Server.start(settings("key_provider", "vault")).close();
    assertReadable(1);
  }

  @Test
  void a_name_that_no_plugin_has_is_a_fault_as_is_a_file_beside_another_provider() {
    assertThat(faults(settings("key_provider", "kms")))
        .containsExactly("key_provider: no plugin is named kms (there is: file, vault)");
    assertThat(faults(settings("key_provider", "file")))
        .containsExactly(
            "encryption_key_file: is needed by key_provider file: a file with the key");
    String key = KeyFiles.make(folder.resolve("key")).toString();
    for (String provider : List.of("vault", "none")) {
      assertThat(faults(settings("key_provider", provider, "encryption_key_file", key)))
          .containsExactly("encryption_key_file: is for key_provider file; leave one of them out");
    }
    assertThat(path()).doesNotExist();
  }

  @Test
  void while_it_does_not_answer_nothing_starts_and_the_line_says_so() throws IOException {
    commit(1, "scope");
    Path away = Files.move(vault, folder.resolve("away"));
    StartException refused =
        catchThrowableOfType(
            StartException.class, () -> Server.start(settings("key_provider", "vault")));
    assertThat(refused.faults()).containsExactly(path() + ": the vault does not answer");
    assertThat(refused.exitCode()).isEqualTo(1);
    Path fresh = folder.resolve("fresh.db");
    for (Runnable opening :
        List.<Runnable>of(
            () -> SqliteReader.open(config()),
            () -> SqliteStore.open(new SqliteConfig(fresh).encryptedWith(key())))) {
      assertThatThrownBy(opening::run)
          .isInstanceOfSatisfying(
              StoreOpenException.class, fault -> assertThat(fault.isConfiguration()).isFalse());
    }
    Files.move(away, vault);
    assertReadable(1);
  }

  @Test
  void while_it_does_not_answer_known_scopes_are_used_and_nothing_is_lost() throws IOException {
    try (SqliteStore store = SqliteStore.open(config())) {
      commit(store, 1, "known");
      Path away = Files.move(vault, folder.resolve("away"));
      commit(store, 2, "known");
      assertThatThrownBy(() -> commit(store, 3, "new"))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessage("the vault does not answer");
      assertThat(store.get(ids(1, 3))).hasSize(2);
      Files.move(away, vault);
      commit(store, 3, "new");
    }
    try (SqliteStore store = SqliteStore.open(config())) {
      Path away = Files.move(vault, folder.resolve("away"));
      assertThatThrownBy(() -> store.get(ids(1, 3))).isInstanceOf(StoreUnavailableException.class);
      Files.move(away, vault);
      assertThat(store.get(ids(1, 3))).hasSize(3);
    }
  }

  @Test
  void it_is_called_for_each_scope_and_not_for_each_record() throws IOException {
    try (SqliteStore store = SqliteStore.open(config())) {
      long before = Files.size(vault.resolve("calls"));
      IntStream.rangeClosed(1, 20).forEach(number -> commit(store, number, "scope"));
      assertThat(store.get(ids(1, 20))).hasSize(20);
      assertThat(Files.size(vault.resolve("calls")) - before).isEqualTo(1);
    }
  }

  @Test
  void for_a_damaged_key_it_is_not_called_by_each_search() throws IOException, SQLException {
    try (SqliteStore store = SqliteStore.open(config());
        Membrane membrane = WordFacts.membrane(store)) {
      WordFacts.observe(membrane, "home", "kestrel");
      WordFacts.observe(membrane, "office", "heron");
    }
    String damage = "UPDATE data_key SET wrapped = substr(wrapped, 1, length(wrapped) - 9) || %s";
    Path keys = folder.resolve("m.db-keys");
    assertThat(WordFacts.run(keys, damage.formatted("'AAAAAAAAA' WHERE id = 2"))).isEqualTo(1);
    try (SqliteStore store = SqliteStore.open(config());
        Membrane membrane = WordFacts.membrane(store)) {
      assertThat(search(membrane)).isEqualTo(1);
      long before = Files.size(vault.resolve("calls"));
      for (int i = 0; i < 5; i++) {
        assertThat(search(membrane)).isEqualTo(1);
      }
      assertThat(Files.size(vault.resolve("calls"))).isEqualTo(before);
    }
  }

  private static int search(Memory membrane) {
    RetrieveRequest asked =
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.HYPER))
            .taskDescriptor("kestrel or heron")
            .build();
    return membrane.retrieval().retrieve(asked).results().size();
  }

  @Test
  void another_version_of_its_key_wraps_once_the_keys_are_rotated() throws IOException {
    commit(1, "scope");
    KeyFiles.make(vault.resolve("v2"));
    Files.writeString(vault.resolve("current"), "v2");
    commit(2, "other");
    assertThat(SqliteStore.rotateKeys(config(), key())).isEqualTo(3);
    Files.delete(vault.resolve("v1"));
    assertReadable(2);
    KeyFiles.make(vault.resolve("v3"));
    Files.writeString(vault.resolve("current"), "v3");
    try (SqliteStore store = SqliteStore.open(config())) {
      assertThat(store.adoptKey(key())).isEqualTo(3);
      assertThat(store.adoptKey(key())).isZero();
      Files.delete(vault.resolve("v2"));
      commit(store, 3, "third");
    }
    assertReadable(3);
  }

  @Test
  void a_database_moves_from_a_file_to_a_provider_and_back() {
    SqliteConfig withFile = KeyFiles.encrypted(folder, "m.db");
    try (SqliteStore store = SqliteStore.open(withFile)) {
      commit(store, 1, "scope");
      assertThat(store.adoptKey(key())).isEqualTo(2);
      commit(store, 2, "other");
    }
    assertReadable(2);
    SqliteStore.rotateKeys(config(), FileKey.in(folder.resolve("key")));
    try (SqliteStore store = SqliteStore.open(withFile)) {
      assertThat(store.get(ids(1, 2))).hasSize(2);
    }
  }

  @Test
  void a_key_that_cannot_be_asked_for_another_is_not_taken() throws IOException {
    SqliteConfig withFile = KeyFiles.encrypted(folder, "m.db");
    try (SqliteStore store = SqliteStore.open(withFile)) {
      commit(store, 1, "scope");
      Path away = Files.move(vault, folder.resolve("away"));
      assertThatThrownBy(() -> store.adoptKey(key())).isInstanceOf(StoreUnavailableException.class);
      commit(store, 2, "other");
      Files.move(away, vault);
    }
    try (SqliteStore store = SqliteStore.open(withFile)) {
      assertThat(store.get(ids(1, 2))).hasSize(2);
    }
  }

  private Path path() {
    return folder.resolve("m.db");
  }

  private SqliteConfig config() {
    return new SqliteConfig(path()).encryptedWith(key());
  }

  private Supplier<KeyEncryptionKey> key() {
    KeyProvider provider =
        ServiceLoader.load(KeyProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(found -> found.name().equals("vault"))
            .findFirst()
            .orElseThrow();
    return provider.create(new PluginContext(settings()));
  }

  private Config settings(String... more) {
    Map<String, JsonValue> values = new TreeMap<>();
    values.put("db_path", new JsonString(path().toString()));
    values.put("plugins.vault.folder", new JsonString(vault.toString()));
    for (int i = 0; i < more.length; i += 2) {
      values.put(more[i], new JsonString(more[i + 1]));
    }
    return new Config(values);
  }

  private static List<String> faults(Config config) {
    return catchThrowableOfType(StartException.class, () -> Server.start(config)).faults();
  }

  private void commit(int number, String scope) {
    try (SqliteStore store = SqliteStore.open(config())) {
      commit(store, number, scope);
    }
  }

  private static void commit(SqliteStore store, int number, String scope) {
    store.commit(
        Changeset.builder()
            .change(SampleRecords.insert(fact(number, scope), Map.of("word", 1)))
            .build());
  }

  private static MemoryRecord fact(int number, String scope) {
    return SampleRecords.fact(number, scope, SampleRecords.START);
  }

  private static List<String> ids(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(number -> fact(number, "").id()).toList();
  }

  private void assertReadable(int records) {
    try (SqliteStore store = SqliteStore.open(config())) {
      assertThat(store.get(ids(1, records))).hasSize(records);
    }
  }
}
