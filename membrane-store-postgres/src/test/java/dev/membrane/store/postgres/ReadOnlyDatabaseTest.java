package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.StoreUnavailableException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be read but not written says so when it is asked whether it can serve. */
final class ReadOnlyDatabaseTest {

  private static final Key KEY = new Key("key", "value", null);

  @Test
  void a_user_who_may_not_change_what_is_there() {
    PostgresConfig own = TestDatabase.freshWithoutPgvector();
    PostgresStore.open(own).close();
    String reader = own.schema() + "_reader";
    TestDatabase.run(own, "CREATE ROLE " + reader + " LOGIN");
    TestDatabase.run(own, "GRANT USAGE ON SCHEMA " + own.schema() + " TO " + reader);
    TestDatabase.run(
        own, "GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA " + own.schema() + " TO " + reader);
    try (PostgresStore store = PostgresStore.open(TestDatabase.as(reader, own))) {
      assertThatThrownBy(store::check)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageEndingWith(": user " + reader + " may not write to its tables");
    }
  }

  @Test
  void a_user_whose_transactions_are_read_only() {
    PostgresConfig own = TestDatabase.freshWithoutPgvector();
    PostgresStore.open(own).close();
    String reader = own.schema() + "_limited";
    TestDatabase.run(own, "CREATE ROLE " + reader + " LOGIN SUPERUSER");
    TestDatabase.run(own, "ALTER ROLE " + reader + " SET default_transaction_read_only = on");
    try (PostgresStore store = PostgresStore.open(TestDatabase.as(reader, own))) {
      assertThatThrownBy(store::check)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageEndingWith(": default_transaction_read_only is on");
    }
  }

  @Test
  void is_ready_as_soon_as_new_sessions_may_write_again() {
    PostgresConfig own = TestDatabase.freshWithoutPgvector();
    PostgresStore.open(own).close();
    String user = own.schema() + "_passing";
    TestDatabase.run(own, "CREATE ROLE " + user + " LOGIN SUPERUSER");
    TestDatabase.run(own, "ALTER ROLE " + user + " SET default_transaction_read_only = on");
    try (PostgresStore store = PostgresStore.open(TestDatabase.as(user, own))) {
      assertThatThrownBy(store::check).isInstanceOf(StoreUnavailableException.class);
      TestDatabase.run(own, "ALTER ROLE " + user + " RESET default_transaction_read_only");

      store.check();
      store.commit(Changeset.builder().addKey(KEY).build());
      store.check();
    }
  }

  @Test
  void is_not_ready_once_a_write_met_what_is_set_for_new_sessions() {
    PostgresConfig own = TestDatabase.freshWithoutPgvector();
    PostgresStore.open(own).close();
    String user = own.schema() + "_later";
    TestDatabase.run(own, "CREATE ROLE " + user + " LOGIN SUPERUSER");
    try (PostgresStore store = PostgresStore.open(TestDatabase.as(user, own))) {
      store.check();
      TestDatabase.run(own, "ALTER ROLE " + user + " SET default_transaction_read_only = on");
      assertSaysReadOnly(() -> store.commit(Changeset.builder().addKey(KEY).build()));

      assertThatThrownBy(store::check)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageEndingWith(": default_transaction_read_only is on");
    }
  }

  @Test
  void replaces_what_reads_once_until_a_write_is_taken_again() {
    PostgresConfig own = TestDatabase.freshWithoutPgvector();
    PostgresStore.open(own).close();
    String user = own.schema() + "_refused";
    TestDatabase.run(own, "CREATE ROLE " + user + " LOGIN SUPERUSER");
    try (PostgresStore store = PostgresStore.open(TestDatabase.as(user, own))) {
      for (int refusals = 0; refusals < 2; refusals++) {
        String before = session(store);
        TestDatabase.run(own, "ALTER ROLE " + user + " SET default_transaction_read_only = on");
        refuse(store);
        String after = session(store);
        assertThat(after).isNotEqualTo(before);
        refuse(store);
        assertThat(session(store)).isEqualTo(after);
        TestDatabase.run(own, "ALTER ROLE " + user + " RESET default_transaction_read_only");
        store.commit(Changeset.builder().addKey(new Key("key " + refusals, "", null)).build());
        endSessions(own, user);
      }
    }
  }

  @Test
  void replaces_what_reads_once_however_long_earlier_sessions_write() {
    PostgresConfig own = TestDatabase.freshWithoutPgvector();
    PostgresStore.open(own).close();
    String user = own.schema() + "_mixed";
    TestDatabase.run(own, "CREATE ROLE " + user + " LOGIN SUPERUSER");
    try (PostgresStore store = PostgresStore.open(TestDatabase.as(user, own))) {
      store.commit(burial(1));
      TestDatabase.run(own, "ALTER ROLE " + user + " SET default_transaction_read_only = on");
      refuse(store);
      String after = session(store);
      for (int number = 2; number < 4; number++) {
        store.commit(burial(number));
        refuse(store);
        assertThat(session(store)).isEqualTo(after);
      }
    }
  }

  /** What has a scope is written by another session than what has none. */
  private static Changeset burial(int number) {
    return Changeset.builder()
        .change(new Change.Bury("record " + number, "a", Sensitivity.LOW, List.of()))
        .build();
  }

  /** What writes has to begin a session to see what is set for new ones. */
  private static void endSessions(PostgresConfig own, String user) {
    TestDatabase.run(
        own,
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = '"
            + user
            + "'");
  }

  private static void refuse(PostgresStore store) {
    assertSaysReadOnly(() -> store.commit(Changeset.builder().addKey(KEY).build()));
  }

  private static String session(PostgresStore store) {
    return store.read(
        rows -> rows.all(row -> row.getString(1), "SELECT pg_backend_pid()", Map.of()).get(0));
  }

  @Test
  void a_standby_answers_reads_and_is_not_ready(@TempDir Path folder) throws IOException {
    Path data = folder.resolve("data");
    try (EmbeddedPostgres primary = start(data);
        PostgresStore store = PostgresStore.open(config(primary))) {
      store.commit(Changeset.builder().addKey(KEY).build());
      store.check();
    }
    Files.createFile(data.resolve("standby.signal"));
    try (EmbeddedPostgres standby = start(data);
        PostgresStore store = PostgresStore.open(config(standby))) {
      assertThat(store.find(List.of("key"))).containsExactly(KEY);
      assertThatThrownBy(store::check)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageEndingWith(": this server is a standby, which takes no writes");
      assertSaysReadOnly(() -> store.leases().orElseThrow().take("a", "b", Duration.ofMinutes(1)));
      assertSaysReadOnly(() -> store.leases().orElseThrow().release("a", "b"));
      assertSaysReadOnly(() -> store.commit(Changeset.builder().addKey(KEY).build()));
    }
  }

  private static void assertSaysReadOnly(ThrowingCallable write) {
    assertThatThrownBy(write)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageStartingWith("the database cannot be written: it is read-only");
  }

  private static EmbeddedPostgres start(Path data) throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(data)
        .setCleanDataDirectory(false)
        .setPGStartupWait(Duration.ofMinutes(5))
        .start();
  }

  private static PostgresConfig config(EmbeddedPostgres server) {
    return PostgresConfig.of("postgres://postgres@localhost:" + server.getPort() + "/postgres");
  }
}
