package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Membrane;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.store.postgres.internal.database.Database;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Which key opens a database, and what nodes that open it together make of it. */
final class EncryptedDatabaseTest {

  private static final Key NOTE = new Key("note:one", "value", null);

  private final PostgresConfig config = EncryptedDatabases.fresh();

  @Test
  void without_the_key_it_does_not_open() {
    PostgresStore.open(config).close();
    assertRefused(
        plain(), "is encrypted, and no key is configured (encryption_key_file or key_provider)");
  }

  @Test
  void with_another_key_it_does_not_open_and_stays_as_it_is() {
    fill();
    String before = TestDatabase.run(config, "SELECT string_agg(wrapped, ' ') FROM data_key");
    assertRefused(
        config.encryptedWith(EncryptedDatabases.newKey()),
        "the configured key is not that of this database");
    assertThat(TestDatabase.run(config, "SELECT string_agg(wrapped, ' ') FROM data_key"))
        .isEqualTo(before);
    assertReadable();
  }

  @Test
  void a_key_file_that_is_gone_is_a_fault_of_the_configuration() throws Exception {
    Path key = EncryptedDatabases.newKey();
    Files.delete(key);
    assertRefused(
        config.encryptedWith(key), "encryption_key_file names a file that cannot be read: " + key);
  }

  @Test
  void a_database_that_was_opened_without_a_key_is_not_taken_for_an_encrypted_one() {
    PostgresStore.open(plain()).close();
    assertRefused(
        config,
        "is not encrypted, and a key is configured; `membraned encrypt --to` copies it, encrypted,"
            + " into another schema or database");
  }

  @Test
  void one_of_an_earlier_version_is_refused_before_it_is_migrated() throws SQLException {
    PostgresMigrations earlier =
        new PostgresMigrations(PostgresMigrations.ALL.scripts().subList(0, 8));
    Database database = TestDatabase.of(config);
    try (Connection connection = database.patient()) {
      earlier.run(database, connection, null);
    }
    assertThatThrownBy(() -> PostgresStore.open(config))
        .isInstanceOf(StoreOpenException.class)
        .hasMessageContaining("is not encrypted");
    assertThat(TestDatabase.run(config, "SELECT version FROM membrane_schema")).isEqualTo("8");
  }

  private static void assertRefused(PostgresConfig refused, String message) {
    assertThatThrownBy(() -> PostgresStore.open(refused))
        .isInstanceOfSatisfying(
            StoreOpenException.class, fault -> assertThat(fault.isConfiguration()).isTrue())
        .hasMessage(refused + ": " + message);
  }

  /**
   * Each makes keys of its own for the new database and for the new scopes, of which one stands.
   */
  @Test
  void nodes_that_begin_together_read_each_others_scopes() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<PostgresStore>> opening = new ArrayList<>();
    Callable<PostgresStore> open = () -> PostgresStore.open(config);
    for (int node = 0; node < 4; node++) {
      opening.add(threads.submit(open));
    }
    List<PostgresStore> nodes = results(opening);
    List<Future<List<String>>> writing = new ArrayList<>();
    for (int node = 0; node < 4; node++) {
      String subject = "user " + node;
      PostgresStore store = nodes.get(node);
      writing.add(threads.submit(() -> observeInTenScopes(store, subject)));
    }
    List<String> ids = results(writing).stream().flatMap(List::stream).toList();
    threads.shutdown();
    for (PostgresStore node : nodes) {
      assertThat(node.get(ids)).hasSize(40).isEqualTo(nodes.get(0).get(ids));
      assertThat(found(node, "scope 3")).isEqualTo(4);
    }
    nodes.forEach(PostgresStore::close);
    assertThat(TestDatabase.run(config, "SELECT count(*) FROM data_key")).isEqualTo("11");
  }

  private static <T> List<T> results(List<Future<T>> all) throws Exception {
    List<T> results = new ArrayList<>();
    for (Future<T> each : all) {
      results.add(each.get());
    }
    return results;
  }

  private static List<String> observeInTenScopes(PostgresStore node, String subject) {
    List<String> ids = new ArrayList<>();
    for (int scope = 0; scope < 10; scope++) {
      ids.add(ScopeFacts.observe(node, "scope " + scope, subject));
    }
    return ids;
  }

  @Test
  void a_scope_whose_name_is_too_long_for_an_index_has_words_too() {
    String scope = "s".repeat(600);
    try (PostgresStore store = PostgresStore.open(config)) {
      ScopeFacts.observe(store, scope);
    }
    try (PostgresStore store = PostgresStore.open(config)) {
      assertThat(found(store, scope)).isEqualTo(1);
    }
  }

  @Test
  void a_data_key_of_another_scope_does_not_open_anything() {
    String id;
    try (PostgresStore store = PostgresStore.open(config)) {
      id = ScopeFacts.observe(store, "one");
      ScopeFacts.observe(store, "other");
    }
    TestDatabase.run(
        config,
        "UPDATE data_key k SET wrapped = (SELECT wrapped FROM data_key o WHERE o.id <> k.id AND o.id > 1)"
            + " WHERE k.id > 1");
    try (PostgresStore store = PostgresStore.open(config)) {
      assertThatThrownBy(() -> store.get(List.of(id))).hasMessageContaining("data key");
    }
  }

  @Test
  void it_can_be_read_again_once_its_connection_for_keys_was_lost() {
    String name = "lost-keys-test";
    PostgresConfig named = TestDatabase.alone(name).encryptedWith(EncryptedDatabases.newKey());
    try (PostgresStore store = PostgresStore.open(named);
        PostgresStore other = PostgresStore.open(named)) {
      String before = ScopeFacts.observe(store, "one");
      assertThat(other.get(List.of(before))).hasSize(1);
      // Other tests have connections of this kind to the same server.
      String ended =
          TestDatabase.run(
              named,
              "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE"
                  + " '%data_key%' AND application_name = '"
                  + name
                  + "' AND pid <> pg_backend_pid()");
      assertThat(Integer.parseInt(ended)).isPositive();
      String id = ScopeFacts.observe(store, "other");
      assertThat(other.get(List.of(before, id))).hasSize(2);
    }
  }

  private PostgresConfig plain() {
    return TestDatabase.inSchema(config.schema());
  }

  private void fill() {
    try (PostgresStore store = PostgresStore.open(config)) {
      store.commit(Changeset.builder().addKey(NOTE).build());
      ScopeFacts.observe(store, "scope");
    }
  }

  private void assertReadable() {
    try (PostgresStore store = PostgresStore.open(config)) {
      assertThat(store.isEncrypted()).isTrue();
      assertThat(store.find(List.of("note:one"))).containsExactly(NOTE);
      assertThat(found(store, "scope")).isEqualTo(1);
    }
  }

  private static int found(PostgresStore store, String scope) {
    try (Membrane membrane = membrane(store)) {
      return membrane
          .retrieval()
          .retrieve(
              RetrieveRequest.builder()
                  .trust(TrustContext.upTo(Sensitivity.HYPER, scope))
                  .taskDescriptor("marmalade")
                  .build())
          .records()
          .size();
    }
  }

  private static Membrane membrane(PostgresStore store) {
    return Membrane.builder().store(store).backgroundJobs(false).build();
  }
}
