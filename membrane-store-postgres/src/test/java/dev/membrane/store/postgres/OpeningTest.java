package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.store.postgres.internal.search.PostgresVectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class OpeningTest {

  private static final Key KEY = new Key("key", "value", null);

  @Test
  void many_nodes_may_open_a_new_database_at_once() throws Exception {
    PostgresConfig config = TestDatabase.fresh();
    ExecutorService nodes = Executors.newFixedThreadPool(6);
    List<Future<PostgresStore>> opening = new ArrayList<>();
    Callable<PostgresStore> open = () -> PostgresStore.open(config);
    for (int i = 0; i < 6; i++) {
      opening.add(nodes.submit(open));
    }
    nodes.shutdown();
    List<PostgresStore> opened = all(opening);
    opened.get(0).commit(Changeset.builder().addKey(KEY).build());
    assertThat(opened.get(5).find(List.of("key"))).containsExactly(KEY);
    opened.forEach(PostgresStore::close);
  }

  private static List<PostgresStore> all(List<Future<PostgresStore>> opening)
      throws InterruptedException, ExecutionException {
    List<PostgresStore> opened = new ArrayList<>();
    for (Future<PostgresStore> each : opening) {
      opened.add(each.get());
    }
    return opened;
  }

  @Test
  void a_database_of_a_newer_version_is_refused_and_left_as_it_is() {
    PostgresConfig config = TestDatabase.fresh();
    PostgresMigrations newer = PostgresMigrations.ALL.and("next_for_a_test.sql");
    PostgresStore.open(config, newer, PostgresVectors.Settings.USUAL).close();
    assertThatThrownBy(() -> PostgresStore.open(config))
        .isInstanceOfSatisfying(
            StoreOpenException.class, fault -> assertThat(fault.isConfiguration()).isTrue())
        .hasMessage(
            config
                + ": was written by a newer Membrane (schema version %s, this one knows up to %s)"
                    .formatted(newer.scripts().size(), PostgresMigrations.ALL.scripts().size()));
    assertThatCode(() -> PostgresStore.open(config, newer, PostgresVectors.Settings.USUAL).close())
        .doesNotThrowAnyException();
  }

  @Test
  void an_older_database_is_brought_up_to_date_and_keeps_what_it_holds() throws Exception {
    PostgresConfig config = TestDatabase.fresh();
    try (PostgresStore store = PostgresStore.open(config)) {
      store.commit(Changeset.builder().addKey(KEY).build());
    }
    PostgresMigrations newer = PostgresMigrations.ALL.and("next_for_a_test.sql");
    try (PostgresStore store = PostgresStore.open(config, newer, PostgresVectors.Settings.USUAL)) {
      assertThat(store.find(List.of("key"))).containsExactly(KEY);
    }
    assertThat(count(config, "SELECT count(*) FROM next_for_a_test")).isZero();
  }

  @Test
  void a_script_that_fails_changes_nothing() throws Exception {
    PostgresConfig config = TestDatabase.fresh();
    PostgresStore.open(config).close();
    PostgresMigrations broken =
        PostgresMigrations.ALL.and("next_for_a_test.sql").and("broken_for_a_test.sql");
    assertThatThrownBy(() -> PostgresStore.open(config, broken, PostgresVectors.Settings.USUAL))
        .isInstanceOf(StoreOpenException.class)
        .hasMessageStartingWith(config + ": cannot be opened: ")
        .message()
        .hasLineCount(1);
    assertThat(
            count(
                config,
                "SELECT count(*) FROM pg_class WHERE relname = 'next_for_a_test'"
                    + " AND relnamespace = current_schema()::regnamespace"))
        .isZero();
    assertThatCode(() -> PostgresStore.open(config).close()).doesNotThrowAnyException();
  }

  @Test
  void a_database_that_is_not_there_is_one_line_without_the_password() {
    PostgresConfig nowhere = PostgresConfig.of("postgres://ann:secret@localhost:1/memory");
    assertThatThrownBy(() -> PostgresStore.open(nowhere))
        .isInstanceOf(StoreOpenException.class)
        .hasMessageStartingWith("postgres localhost:1/memory schema membrane: cannot be opened: ")
        .hasMessageNotContaining("secret")
        .message()
        .hasLineCount(1);
  }

  @Test
  void a_host_that_nobody_knows_is_named() {
    PostgresConfig nowhere = PostgresConfig.of("postgres://ann@nowhere.invalid/memory");
    assertThatThrownBy(() -> PostgresStore.open(nowhere))
        .isInstanceOf(StoreOpenException.class)
        .hasMessageEndingWith(" Unknown host: nowhere.invalid");
  }

  @Test
  void what_somebody_has_to_change_is_a_fault_of_the_configuration() {
    PostgresConfig own = TestDatabase.freshWithoutPgvector();
    PostgresStore.open(own).close();
    String user = own.schema() + "_nobody";
    String dsn = "postgres://%s@localhost:%s/%s?currentSchema=" + own.schema();
    int port = TestDatabase.port(own);
    assertLasting(dsn.formatted(user, port, "postgres"), "role \"" + user + "\" does not exist");
    assertLasting(dsn.formatted("postgres", port, "gone"), "database \"gone\" does not exist");
    String ascii = own.schema() + "_ascii";
    TestDatabase.run(
        own, "CREATE DATABASE " + ascii + " ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0");
    assertLasting(
        dsn.formatted("postgres", port, ascii),
        "its encoding is SQL_ASCII; make a database with ENCODING 'UTF8'");
    TestDatabase.run(own, "CREATE ROLE " + user + " LOGIN");
    assertLasting(
        dsn.formatted(user, port, "postgres"),
        "permission denied for schema " + own.schema() + ", for user " + user);
    assertThatThrownBy(() -> PostgresStore.open(PostgresConfig.of("postgres://a@localhost:1/d")))
        .isInstanceOfSatisfying(
            StoreOpenException.class, thrown -> assertThat(thrown.isConfiguration()).isFalse());
  }

  private static void assertLasting(String dsn, String told) {
    assertThatThrownBy(() -> PostgresStore.open(PostgresConfig.of(dsn)))
        .hasMessageEndingWith(told)
        .isInstanceOfSatisfying(
            StoreOpenException.class, thrown -> assertThat(thrown.isConfiguration()).isTrue());
  }

  @Test
  void of_several_hosts_the_one_that_takes_writes_is_read_as_well() {
    PostgresConfig one = TestDatabase.freshWithoutPgvector();
    int port = TestDatabase.port(one);
    PostgresConfig several =
        PostgresConfig.of(
            "postgres://postgres@localhost:1,localhost:%s/postgres?currentSchema=%s"
                .formatted(port, one.schema()));
    try (PostgresStore store = PostgresStore.open(several)) {
      store.commit(Changeset.builder().addKey(KEY).build());
      assertThat(store.find(List.of("key"))).containsExactly(KEY);
      store.check();
    }
  }

  @Test
  void what_is_checked_takes_one_connection() throws IOException {
    assertOneConnection(config -> config);
    Path key = EncryptedDatabases.newKey();
    assertOneConnection(config -> config.encryptedWith(key));
  }

  /** A pool makes one more for reads, sooner or later. */
  private static void assertOneConnection(UnaryOperator<PostgresConfig> given) throws IOException {
    PostgresConfig direct = TestDatabase.freshWithoutPgvector();
    try (Gate gate = new Gate("localhost", TestDatabase.port(direct))) {
      String dsn = "postgres://postgres@localhost:%s/postgres?currentSchema=%s";
      PostgresConfig config =
          given.apply(PostgresConfig.of(dsn.formatted(gate.port(), direct.schema())));
      PostgresStore.open(config).close();
      assertThat(gate.accepted()).as("where the tables are made").isBetween(1, 2);
      int before = gate.accepted();
      PostgresStore.open(config).close();
      assertThat(gate.accepted() - before).as("where they are there").isBetween(1, 2);
    }
  }

  private static long count(PostgresConfig config, String query) {
    return Long.parseLong(TestDatabase.run(config, query));
  }
}
