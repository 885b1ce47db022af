package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.StoreUnavailableException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** A database that goes away and comes back. */
final class RecoveryTest {

  private static final String NAME = "recovery-test";

  /** The pool asks a connection that was not used for half a second whether it still works. */
  private static final String IDLE =
      """
      SELECT pid FROM pg_stat_activity
      WHERE application_name = '%s' AND state = 'idle' AND query = 'COMMIT'
        AND state_change < clock_timestamp() - INTERVAL '1 s'
      """
          .formatted(NAME);

  private PostgresConfig direct;
  private Gate gate;
  private PostgresStore store;

  @BeforeEach
  void openThroughGate() throws IOException {
    direct = TestDatabase.fresh();
    PGSimpleDataSource source = direct.dataSource();
    int port = source.getPortNumbers()[0];
    gate = new Gate(source.getServerNames()[0], port == 0 ? 5432 : port);
    String password = source.getPassword() == null ? "" : "&password=" + source.getPassword();
    store =
        PostgresStore.open(
            PostgresConfig.of(
                "jdbc:postgresql://localhost:%s/%s?user=%s&currentSchema=%s&ApplicationName=%s%s"
                    .formatted(
                        gate.port(),
                        source.getDatabaseName(),
                        source.getUser(),
                        direct.schema(),
                        NAME,
                        password)));
    commit("before");
  }

  @AfterEach
  void close() {
    store.close();
    gate.close();
  }

  @Test
  void broken_connections_are_replaced_without_anybody_noticing() throws IOException {
    gate.breakConnections();
    commit("after");
    gate.breakConnections();
    assertThat(store.find(List.of("before", "after"))).hasSize(2);
    store.check();
  }

  @Test
  void while_the_database_is_away_all_calls_are_unavailable() throws IOException {
    gate.shut();
    assertThatThrownBy(() -> commit("lost")).isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> store.find(List.of("before")))
        .isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(store::check).isInstanceOf(StoreUnavailableException.class);
    gate.open();
    assertThat(store.find(List.of("before", "lost")))
        .extracting(Key::name)
        .containsExactly("before");
    commit("after");
    assertThat(store.find(List.of("before", "after"))).hasSize(2);
    store.check();
  }

  @Test
  void of_many_reads_while_the_database_is_away_one_waits() throws Exception {
    gate.shut();
    assertThatThrownBy(() -> store.find(List.of("before")))
        .isInstanceOf(StoreUnavailableException.class);
    ExecutorService callers = Executors.newFixedThreadPool(2);
    try {
      Callable<?> read = () -> store.find(List.of("before"));
      long begun = System.nanoTime();
      for (Future<?> refused : callers.invokeAll(Collections.nCopies(40, read))) {
        assertThatThrownBy(refused::get).hasCauseInstanceOf(StoreUnavailableException.class);
      }
      // One after the other they would take 100 seconds.
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(80));
      gate.open();
      assertThat(store.find(List.of("before"))).hasSize(1);
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void after_the_database_is_back_reads_at_once_are_all_answered() throws Exception {
    gate.shut();
    assertThatThrownBy(() -> store.find(List.of("before")))
        .isInstanceOf(StoreUnavailableException.class);
    gate.open();
    awaitPooledConnection();
    int reads = 16;
    ExecutorService callers = Executors.newFixedThreadPool(reads);
    try {
      CyclicBarrier begin = new CyclicBarrier(reads);
      Callable<List<Key>> read =
          () -> {
            begin.await();
            return store.find(List.of("before"));
          };
      for (Future<List<Key>> answered : callers.invokeAll(Collections.nCopies(reads, read))) {
        assertThat(answered.get()).hasSize(1);
      }
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void a_store_whose_database_is_away_can_be_closed() throws IOException {
    gate.shut();
    store.close();
    assertThatThrownBy(() -> store.find(List.of("before")))
        .isInstanceOf(StoreUnavailableException.class);
  }

  /** The last that the pool does with a new connection is a commit. */
  private void awaitPooledConnection() throws Exception {
    try (Connection connection = TestDatabase.connect(direct);
        PreparedStatement statement = connection.prepareStatement(IDLE)) {
      long latest = System.nanoTime() + Duration.ofMinutes(5).toNanos();
      boolean isThere = false;
      while (!isThere) {
        assertThat(System.nanoTime()).isLessThan(latest);
        try (ResultSet idle = statement.executeQuery()) {
          isThere = idle.next();
        }
      }
    }
  }

  private void commit(String name) {
    store.commit(Changeset.builder().addKey(new Key(name, "value", null)).build());
  }
}
