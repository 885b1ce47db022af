package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.store.jdbc.crypto.FileKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The key of a database is changed while nodes use it. */
final class KeyRotationTest {

  private static final String CHANGED =
      "the key of the database was changed by another process: configure the new one, and reload it"
          + " by SIGHUP";

  private final PostgresConfig before = EncryptedDatabases.fresh();
  private final Supplier<KeyEncryptionKey> other = FileKey.in(EncryptedDatabases.newKey());
  private final PostgresConfig after = before.encryptedWith(other);

  @Test
  void a_node_with_the_key_before_goes_on_and_wraps_nothing_until_it_reloads() {
    try (PostgresStore node = PostgresStore.open(before)) {
      String known = ScopeFacts.observe(node, "known");
      assertThat(new PostgresEncryption(before).rotate(other)).isEqualTo(2);
      assertThatThrownBy(() -> PostgresStore.open(before))
          .isInstanceOf(StoreOpenException.class)
          .hasMessageEndingWith("the configured key is not that of this database");
      String more = ScopeFacts.observe(node, "known", "somebody else");
      assertThatThrownBy(() -> ScopeFacts.observe(node, "new"))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessage(CHANGED);
      assertThat(dataKeys()).hasSize(2).allMatch(row -> row.startsWith(id(other)));
      assertThat(node.adoptKey(other)).isEqualTo(2);
      assertThat(node.adoptKey(other)).isZero();
      String later = ScopeFacts.observe(node, "new");
      assertReadable(known, more, later);
    }
  }

  @Test
  void a_node_that_has_to_reload_does_not_take_a_record_for_damaged() {
    try (PostgresStore node = PostgresStore.open(before);
        PostgresStore first = PostgresStore.open(before)) {
      ScopeFacts.observe(node, "known");
      assertThat(first.adoptKey(other)).isEqualTo(2);
      String id = ScopeFacts.observe(first, "new");
      assertThatThrownBy(() -> node.get(List.of(id)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessage(CHANGED);
      assertThat(node.adoptKey(other)).isEqualTo(3);
      assertThat(node.get(List.of(id))).hasSize(1);
    }
  }

  @Test
  void done_again_it_does_nothing_and_with_a_key_that_never_was_it_is_refused() {
    PostgresStore.open(before).close();
    PostgresEncryption encryption = new PostgresEncryption(before);
    assertThat(encryption.rotate(other)).isEqualTo(1);
    List<String> rows = dataKeys();
    assertThat(encryption.rotate(other)).as("as if it had been interrupted").isEqualTo(1);
    assertThatThrownBy(() -> encryption.rotate(FileKey.in(EncryptedDatabases.newKey())))
        .isInstanceOfSatisfying(
            StoreOpenException.class, fault -> assertThat(fault.isConfiguration()).isTrue())
        .hasMessageContaining("no key was changed");
    assertThat(dataKeys()).isEqualTo(rows);
    assertThatThrownBy(
            () -> new PostgresEncryption(TestDatabase.inSchema(before.schema())).rotate(other))
        .hasMessageEndingWith("no key is configured (encryption_key_file or key_provider)");
  }

  /** Nodes make keys for new scopes, while others change the key back and forth. */
  @Test
  void no_data_key_is_left_that_the_last_key_has_not_wrapped() throws Exception {
    Supplier<KeyEncryptionKey> one = FileKey.in(EncryptedDatabases.newKey());
    PostgresConfig config = before.encryptedWith(one);
    List<String> ids = new ArrayList<>();
    AtomicBoolean isDone = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try (PostgresStore rotating = PostgresStore.open(config);
        PostgresStore first = PostgresStore.open(config);
        PostgresStore second = PostgresStore.open(config)) {
      List<Future<List<String>>> writing = new ArrayList<>();
      for (PostgresStore node : List.of(first, second)) {
        writing.add(threads.submit(() -> writeInNewScopes(node, List.of(one, other), isDone)));
      }
      for (int turn = 0; turn < 20; turn++) {
        rotating.adoptKey(turn % 2 == 0 ? other : one);
      }
      isDone.set(true);
      for (Future<List<String>> written : writing) {
        ids.addAll(written.get());
      }
      rotating.adoptKey(other);
    } finally {
      isDone.set(true);
      threads.shutdown();
    }
    assertThat(dataKeys()).hasSize(1 + ids.size()).allMatch(row -> row.startsWith(id(other)));
    assertReadable(ids.toArray(String[]::new));
  }

  private static List<String> writeInNewScopes(
      PostgresStore node, List<Supplier<KeyEncryptionKey>> keys, AtomicBoolean isDone) {
    List<String> ids = new ArrayList<>();
    int turn = 0;
    boolean isLast = false;
    while (!isLast) {
      isLast = isDone.get();
      try {
        ids.add(ScopeFacts.observe(node, "scope " + System.identityHashCode(node) + ids.size()));
      } catch (StoreUnavailableException changed) {
        assertThat(changed).hasMessage(CHANGED);
        isLast = false;
        turn = tryKey(node, keys, turn);
      }
    }
    return ids;
  }

  /** As an operator who sets the key that is in force; if it has changed again, it is changed. */
  private static int tryKey(PostgresStore node, List<Supplier<KeyEncryptionKey>> keys, int turn) {
    try (KeyEncryptionKey key = keys.get(turn % 2).get()) {
      String wrapped =
          TestDatabase.run(configOf(node), "SELECT wrapped FROM data_key WHERE id = 1");
      if (wrapped.startsWith(key.wrap(new byte[1]).keyId())) {
        node.adoptKey(keys.get(turn % 2));
      }
    } catch (StoreOpenException changed) {
      assertThat(changed).hasMessageContaining("no key was changed");
    }
    return turn + 1;
  }

  private static PostgresConfig configOf(PostgresStore node) {
    String text = node.toString();
    return TestDatabase.inSchema(text.substring(text.lastIndexOf(' ') + 1));
  }

  private static String id(Supplier<KeyEncryptionKey> opening) {
    try (KeyEncryptionKey key = opening.get()) {
      return key.wrap(new byte[1]).keyId() + " ";
    }
  }

  private List<String> dataKeys() {
    String all =
        TestDatabase.run(before, "SELECT string_agg(wrapped, E'\\n' ORDER BY id) FROM data_key");
    return all.lines().toList();
  }

  private void assertReadable(String... ids) {
    try (PostgresStore store = PostgresStore.open(after)) {
      List<StoredRecord> stored = store.get(Stream.of(ids).toList());
      assertThat(stored).hasSize(ids.length);
    }
  }
}
