package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.EraseRequest;
import dev.membrane.Membrane;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.internal.transfer.Exporter;
import dev.membrane.internal.transfer.Moved;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.store.jdbc.crypto.FileKey;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.store.postgres.internal.crypto.KeysDatabase;
import dev.membrane.store.postgres.internal.crypto.SeparateDataKeyTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Data keys in another database: who erases a scope makes its part of earlier backups unreadable.
 */
final class SeparateKeysTest {

  private final Path key = EncryptedDatabases.newKey();
  private final String memory = TestDatabase.database();
  private final String keys = TestDatabase.database();
  private final PostgresConfig config = config(memory, keys);

  private PostgresConfig config(String dsn, String keysDsn) {
    return PostgresConfig.of(dsn).encryptedWith(key).dataKeysIn(keysDsn);
  }

  @Test
  void a_copy_from_before_an_erasure_is_unreadable_for_its_scope_only() throws IOException {
    List<String> ids;
    String goneText;
    String keptText;
    try (PostgresStore store = PostgresStore.open(config)) {
      ids = List.of(ScopeFacts.observe(store, "gone"), ScopeFacts.observe(store, "kept"));
      goneText = store.sealed("gone", "a:1", "text");
      keptText = store.sealed("kept", "a:1", "text");
    }
    PostgresConfig copy = config(TestDatabase.copyOf(memory), keys);
    try (PostgresStore yesterday = PostgresStore.open(copy)) {
      assertThat(yesterday.get(ids)).hasSize(2);
    }
    try (PostgresStore store = PostgresStore.open(config)) {
      erase(store, "gone");
      assertThat(store.get(ids)).extracting(it -> it.record().scope()).containsExactly("kept");
      assertVerified(store);
    }
    assertThat(ofKeys("SELECT string_agg(CAST(id AS text), ' ') FROM data_key WHERE id > 1"))
        .isEqualTo("3");
    try (PostgresStore yesterday = PostgresStore.open(copy)) {
      assertThat(yesterday.get(ids)).extracting(it -> it.record().scope()).containsExactly("kept");
      assertThat(yesterday.opened("a:1", goneText)).isEmpty();
      assertThat(yesterday.opened("a:1", keptText)).contains("text");
      assertThat(found(yesterday)).containsExactly(ids.get(1));
      assertLeftOut(yesterday, ids.get(0), ids.get(1));
      String again = ScopeFacts.observe(yesterday, "gone");
      assertThat(found(yesterday)).containsExactlyInAnyOrder(ids.get(1), again);
      erase(yesterday, "gone");
      assertThat(yesterday.headers(List.of(ids.get(0), again), Instant.EPOCH))
          .hasSize(2)
          .allMatch(it -> it.isDeleted());
      assertThat(yesterday.rebuild()).isTrue();
      assertVerified(yesterday);
    }
  }

  @Test
  void a_copy_beside_the_live_database_destroys_no_keys_until_it_takes_its_place() {
    try (PostgresStore store = PostgresStore.open(config)) {
      ScopeFacts.observe(store, "scope");
    }
    PostgresConfig copy = config(TestDatabase.copyOf(memory), keys);
    String statement;
    try (Warnings warnings = new Warnings(KeysDatabase.class);
        PostgresStore live = PostgresStore.open(config);
        PostgresStore restored = PostgresStore.open(copy)) {
      assertThat(found(live)).hasSize(1);
      assertThat(warnings.messages()).singleElement().asString().startsWith(copy + ": the data");
      statement = warnings.messages().get(0).replaceFirst(".* run there: ", "");
      erase(restored, "scope");
      ScopeFacts.observe(live, "scope", "somebody else");
    }
    try (PostgresStore live = PostgresStore.open(config)) {
      assertThat(found(live)).hasSize(2);
      ScopeFacts.observe(live, "scope", "a third");
    }
    TestDatabase.run(copy, "INSERT INTO retired_key (id) VALUES (2)");
    try (PostgresStore restored = PostgresStore.open(copy)) {
      assertThatThrownBy(() -> ScopeFacts.observe(restored, "scope"))
          .isInstanceOf(StoreUnavailableException.class);
      assertThat(ofKeys("SELECT count(*) FROM data_key")).isEqualTo("2");
      ofKeys(statement);
      assertThat(restored.destroyKey("scope")).isTrue();
    }
    assertThat(ofKeys("SELECT count(*) FROM data_key")).isEqualTo("1");
  }

  @Test
  void the_planner_keeps_nothing_of_a_key() {
    try (PostgresStore store = PostgresStore.open(config)) {
      ScopeFacts.observe(store, "gone");
      ScopeFacts.observe(store, "kept");
    }
    ofKeys("ANALYZE data_key");
    assertThat(statistics()).isEqualTo("{1,2,3}");
  }

  private String statistics() {
    return ofKeys(
        "SELECT string_agg(concat(most_common_vals, histogram_bounds), ' ') FROM pg_stats"
            + " WHERE tablename = 'data_key'");
  }

  @Test
  void another_node_neither_writes_nor_searches_with_a_key_that_was_destroyed() {
    try (PostgresStore node = PostgresStore.open(config);
        PostgresStore other = PostgresStore.open(config)) {
      ScopeFacts.observe(other, "scope");
      assertThat(found(other)).hasSize(1);
      erase(node, "scope");
      String first = ScopeFacts.observe(node, "scope", "first");
      assertThat(found(other)).containsExactly(first);
      erase(node, "scope");
      String second = ScopeFacts.observe(other, "scope", "second");
      assertThat(found(node)).containsExactly(second);
      assertVerified(node);
    }
    try (PostgresStore later = PostgresStore.open(config)) {
      assertThat(found(later)).hasSize(1);
    }
    assertThat(ofKeys("SELECT count(*) FROM data_key")).isEqualTo("2");
    assertThat(ofKeys("SELECT count(*) FROM destroyed_key")).isEqualTo("2");
  }

  @Test
  void a_commit_that_another_node_has_prepared_with_the_key_is_not_written_after_it() {
    try (PostgresStore node = PostgresStore.open(config);
        PostgresStore other = PostgresStore.open(config)) {
      Runnable prepared = other.prepare(insertInto("scope"));
      assertThat(node.destroyKey("scope")).isTrue();
      assertThatThrownBy(prepared::run).isInstanceOf(ConflictException.class);
      assertThat(ofMemory("SELECT count(*) FROM memory")).isEqualTo("0");
    }
  }

  /** A dump has the table until it ends, and who reads keys would wait behind it. */
  @Test
  void a_dump_of_the_keys_does_not_hold_up_a_destruction() throws SQLException {
    try (PostgresStore store = PostgresStore.open(config);
        Connection dump = TestDatabase.of(PostgresConfig.of(keys)).transactions();
        Statement statement = dump.createStatement();
        Warnings warnings = new Warnings(SeparateDataKeyTable.class)) {
      var unused = store.prepare(insertInto("scope"));
      statement.execute("LOCK TABLE data_key IN ACCESS SHARE MODE");
      assertThat(store.destroyKey("scope")).isTrue();
      assertThat(warnings.messages()).singleElement().asString().contains("not written anew");
    }
    assertThat(ofKeys("SELECT count(*) FROM data_key")).isEqualTo("1");
  }

  @Test
  void while_something_of_the_scope_is_left_its_key_stays() {
    try (PostgresStore store = PostgresStore.open(config)) {
      String id = ScopeFacts.observe(store, "scope");
      assertThat(store.destroyKey("scope")).isFalse();
      assertThat(store.get(List.of(id))).hasSize(1);
      assertThat(store.destroyKey("none")).isTrue();
    }
    assertThat(ofKeys("SELECT count(*) FROM data_key")).isEqualTo("2");
  }

  @Test
  void a_key_is_there_before_the_first_commit_and_is_used_after_a_restart() {
    try (PostgresStore store = PostgresStore.open(config)) {
      var unused = store.prepare(insertInto("scope"));
      assertThat(ofKeys("SELECT count(*) FROM data_key")).isEqualTo("2");
    }
    try (PostgresStore store = PostgresStore.open(config)) {
      String id = ScopeFacts.observe(store, "scope");
      assertThat(found(store)).containsExactly(id);
    }
    assertThat(ofKeys("SELECT count(*) FROM data_key")).isEqualTo("2");
  }

  /** The process has ended after it had retired the key, and before it had destroyed it. */
  @Test
  void a_destruction_that_ended_between_the_two_databases_is_finished() {
    try (PostgresStore store = PostgresStore.open(config)) {
      var unused = store.prepare(insertInto("scope"));
    }
    TestDatabase.run(config, "INSERT INTO retired_key (id) VALUES (2)");
    try (PostgresStore store = PostgresStore.open(config)) {
      String id = ScopeFacts.observe(store, "scope");
      assertThat(found(store)).containsExactly(id);
    }
    assertThat(ofKeys("SELECT id FROM destroyed_key")).isEqualTo("2");
    assertThat(ofKeys("SELECT id FROM data_key WHERE id > 1")).isEqualTo("3");
    try (PostgresStore store = PostgresStore.open(config)) {
      var unused = store.prepare(insertInto("other"));
      TestDatabase.run(config, "INSERT INTO retired_key (id) VALUES (4)");
      assertThat(store.destroyKey("other")).isTrue();
    }
    assertThat(ofKeys("SELECT id FROM data_key WHERE id > 1")).isEqualTo("3");
  }

  @Test
  void while_the_keys_are_away_only_calls_that_need_another_key_fail() {
    try (PostgresStore store = PostgresStore.open(config)) {
      String known = ScopeFacts.observe(store, "known");
      allow(false);
      ScopeFacts.observe(store, "known", "somebody else");
      assertThat(store.get(List.of(known))).hasSize(1);
      assertThatThrownBy(() -> ScopeFacts.observe(store, "new"))
          .isInstanceOf(StoreUnavailableException.class);
      assertThat(ofMemory("SELECT count(*) FROM memory")).isEqualTo("2");
      assertThatThrownBy(() -> store.destroyKey("other"))
          .isInstanceOf(StoreUnavailableException.class);
      assertThatThrownBy(() -> PostgresStore.open(config))
          .isInstanceOfSatisfying(
              StoreOpenException.class, fault -> assertThat(fault.isConfiguration()).isFalse())
          .hasMessageStartingWith(PostgresConfig.of(keys) + ": the data keys cannot be read: ")
          .message()
          .hasLineCount(1);
      allow(true);
      ScopeFacts.observe(store, "new");
      assertThat(found(store)).hasSize(3);
    }
  }

  private void allow(boolean isAllowed) {
    String name = keys.substring(keys.lastIndexOf('/') + 1);
    PostgresConfig server = PostgresConfig.of(memory);
    TestDatabase.run(server, "ALTER DATABASE " + name + " ALLOW_CONNECTIONS " + isAllowed);
    if (!isAllowed) {
      TestDatabase.run(
          server,
          "SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity WHERE datname = '"
              + name
              + "'");
    }
  }

  @Test
  void keys_of_another_memory_are_refused() {
    PostgresConfig other = config(TestDatabase.database(), TestDatabase.database());
    for (PostgresConfig each : List.of(config, other)) {
      try (PostgresStore store = PostgresStore.open(each)) {
        ScopeFacts.observe(store, "scope");
      }
    }
    String wrong = dsnOfKeys(other);
    assertRefused(
        config(memory, wrong),
        config + ": has other data keys than those of " + PostgresConfig.of(wrong));
    assertThatThrownBy(
            () ->
                new PostgresEncryption(config(memory, wrong))
                    .rotate(FileKey.in(EncryptedDatabases.newKey())))
        .hasMessageContaining("has other data keys");
    PostgresStore.open(other).close();
    String fresh = TestDatabase.database();
    assertRefused(
        config(fresh, keys),
        PostgresConfig.of(keys)
            + ": has the data keys of a memory that is there, and "
            + PostgresConfig.of(fresh)
            + " is new; postgres_keys_dsn must name a schema without tables");
    assertRefused(
        config(memory, fresh),
        PostgresConfig.of(fresh) + ": the data keys of " + config + " are not there");
    PostgresStore.open(config).close();
  }

  private static String dsnOfKeys(PostgresConfig config) {
    String place = String.valueOf(config.keys());
    return "postgres://postgres@" + place.replace("postgres ", "").replaceFirst(" schema.*", "");
  }

  @Test
  void where_the_keys_are_is_settled_when_the_database_is_made() {
    PostgresStore.open(config).close();
    assertRefused(
        PostgresConfig.of(memory).encryptedWith(key),
        config + ": its data keys stand in another database: set postgres_keys_dsn");
    assertRefused(
        PostgresConfig.of(memory).dataKeysIn(keys),
        config + ": postgres_keys_dsn needs a key (encryption_key_file or key_provider)");
    String within = TestDatabase.database();
    PostgresConfig own = PostgresConfig.of(within).encryptedWith(key);
    PostgresStore.open(own).close();
    assertRefused(
        own.dataKeysIn(TestDatabase.database()),
        own
            + ": its data keys stand in it, and postgres_keys_dsn is set; an import of its export"
            + " into another schema or database has them there");
    PostgresStore.open(own).close();
    String same = TestDatabase.database();
    assertThatThrownBy(() -> PostgresStore.open(config(same, same + "?currentSchema=keys")))
        .hasMessageContaining("is the database of the memory, so that its backups would have");
  }

  /** An operator reads one line, which says what is wrong. */
  private static void assertRefused(PostgresConfig refused, String message) {
    try (Warnings warnings = new Warnings(KeysDatabase.class)) {
      assertThatThrownBy(() -> PostgresStore.open(refused))
          .isInstanceOfSatisfying(
              StoreOpenException.class, fault -> assertThat(fault.isConfiguration()).isTrue())
          .hasMessage(message);
      assertThat(warnings.messages()).isEmpty();
    }
  }

  @Test
  void a_wrong_key_is_all_that_is_said_of_a_copy() {
    PostgresStore.open(config).close();
    PostgresConfig copy = config(TestDatabase.copyOf(memory), keys);
    assertRefused(
        copy.encryptedWith(EncryptedDatabases.newKey()),
        copy + ": the configured key is not that of this database");
    PostgresStore.open(copy).close();
  }

  @Test
  void a_beginning_that_was_interrupted_is_used() {
    PostgresStore.open(config).close();
    TestDatabase.run(config, "DROP SCHEMA membrane CASCADE");
    try (PostgresStore store = PostgresStore.open(config)) {
      assertThat(found(store)).isEmpty();
      ScopeFacts.observe(store, "scope");
    }
  }

  @Test
  void the_key_is_changed_while_nodes_use_it() {
    Supplier<KeyEncryptionKey> after = FileKey.in(EncryptedDatabases.newKey());
    try (PostgresStore node = PostgresStore.open(config);
        PostgresStore other = PostgresStore.open(config)) {
      ScopeFacts.observe(node, "scope");
      assertThat(other.adoptKey(after)).isEqualTo(2);
      assertThatThrownBy(() -> ScopeFacts.observe(node, "new"))
          .isInstanceOf(StoreUnavailableException.class);
      assertThat(node.adoptKey(after)).isEqualTo(2);
      ScopeFacts.observe(node, "new");
      erase(node, "scope");
      assertThat(found(other)).hasSize(1);
    }
    Supplier<KeyEncryptionKey> last = FileKey.in(EncryptedDatabases.newKey());
    PostgresEncryption encryption = new PostgresEncryption(config.encryptedWith(after));
    assertThat(encryption.rotate(last)).isEqualTo(2);
    assertThat(encryption.rotate(last)).as("as if it had been interrupted").isEqualTo(2);
    try (PostgresStore store = PostgresStore.open(config.encryptedWith(last))) {
      assertThat(found(store)).hasSize(1);
    }
  }

  private static void assertLeftOut(PostgresStore store, String gone, String kept)
      throws IOException {
    History history = store.history().orElseThrow();
    Instant then = store.get(List.of(kept)).get(0).record().updatedAt();
    assertThat(history.at(then, List.of(gone, kept)))
        .extracting(it -> it.scope())
        .containsExactly("kept");
    assertThat(history.versions(gone, 0, 10)).hasSize(1).allMatch(it -> it.stored() == null);
    Exporter exporter = new Exporter(store, true, (done, all) -> {});
    Moved moved = exporter.write(new ByteArrayOutputStream(), "test", then);
    assertThat(List.of(moved.records(), moved.erased())).containsExactly(1L, 1L);
  }

  private static Changeset insertInto(String scope) {
    try (MemoryStore store = new InMemoryStore()) {
      StoredRecord stored = store.get(List.of(ScopeFacts.observe(store, scope))).get(0);
      return Changeset.builder()
          .change(
              new Change.Insert(
                  stored.record(), stored.anchor(), new Terms(Map.of("marmalade", 1)), List.of()))
          .build();
    }
  }

  private static void erase(MemoryStore store, String scope) {
    try (Membrane membrane = membrane(store)) {
      var unused = membrane.revision().erase(EraseRequest.ofScope(scope));
    }
  }

  private static List<String> found(MemoryStore store) {
    try (Membrane membrane = membrane(store)) {
      return membrane
          .retrieval()
          .retrieve(
              RetrieveRequest.builder()
                  .trust(TrustContext.upTo(Sensitivity.HYPER))
                  .taskDescriptor("marmalade")
                  .build())
          .records()
          .stream()
          .map(it -> it.id())
          .toList();
    }
  }

  private static Membrane membrane(MemoryStore store) {
    return Membrane.builder().store(store).backgroundJobs(false).build();
  }

  private static void assertVerified(MemoryStore store) {
    assertThat(new AuditVerifier(store, checked -> {}).verify().broken()).isNull();
  }

  private String ofKeys(String query) {
    return TestDatabase.run(PostgresConfig.of(keys), query);
  }

  private String ofMemory(String query) {
    return TestDatabase.run(config, query);
  }
}
