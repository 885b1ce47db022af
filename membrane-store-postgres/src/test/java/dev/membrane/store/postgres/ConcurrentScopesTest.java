package dev.membrane.store.postgres;

import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.Ingestion;
import dev.membrane.Membrane;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Arrivals.Period;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.store.jdbc.internal.session.WriteSet;
import dev.membrane.store.postgres.internal.commit.Writers;
import dev.membrane.store.postgres.internal.dialect.PostgresDialect;
import dev.membrane.store.postgres.internal.session.BatchedWrites;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two nodes that write different scopes, or the same, at the same time. */
final class ConcurrentScopesTest {

  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
  private static final int ROUNDS = 40;
  private static final int KEYS = 300;
  private static final String NAME = "concurrent-scopes-test";

  @RegisterExtension final EmptySchemas schemas = EmptySchemas.plain();

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private PostgresConfig config;
  private PostgresStore one;
  private PostgresStore other;

  @BeforeEach
  void open() {
    config = schemas.next();
    one = PostgresStore.open(config);
    other = PostgresStore.open(config);
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
    threads.shutdownNow();
  }

  @Test
  void a_commit_waits_for_writers_of_its_scopes_and_for_no_others() throws Exception {
    one.commit(burial("first", "held"));
    try (Connection holder = TestDatabase.of(config).writing()) {
      hold(holder, "held");
      CompletableFuture<Void> waiting =
          CompletableFuture.runAsync(() -> other.commit(burial("second", "held")), threads);
      assertThatThrownBy(() -> waiting.get(1, SECONDS)).isInstanceOf(TimeoutException.class);
      List<CompletableFuture<@Nullable Void>> later =
          other.commitEach(List.of(burial("third", "held"), burial("fourth", "held")));
      for (int scope = 0; scope < 2 * Writers.COUNT; scope++) {
        other.commit(burial("free " + scope, "free " + scope));
      }
      assertThat(later).noneMatch(CompletableFuture::isDone);
      assertThat(waiting).isNotDone();
      holder.rollback();
      waiting.get(5, MINUTES);
      for (CompletableFuture<@Nullable Void> commit : later) {
        commit.get(5, MINUTES);
      }
    }
    assertThat(other.headers(List.of("second", "third", "fourth", "free 0"), AT)).hasSize(4);
  }

  /** Else a vector that a writer is about to replace would be kept although it is erased. */
  @Test
  void an_erasure_of_versions_waits_for_writers_of_their_scope() throws Exception {
    one.commit(burial("first", "held"));
    try (Connection holder = TestDatabase.of(config).writing()) {
      hold(holder, "held");
      Changeset erasing = Changeset.builder().eraseVersions("first").build();
      CompletableFuture<Void> waiting =
          CompletableFuture.runAsync(() -> other.commit(erasing), threads);
      assertThatThrownBy(() -> waiting.get(1, SECONDS)).isInstanceOf(TimeoutException.class);
      holder.rollback();
      waiting.get(5, MINUTES);
    }
  }

  /** The server ends its transaction before the statement of who waits for it. */
  @Test
  void a_writer_that_is_cut_off_in_its_commit_makes_no_other_fail() throws Exception {
    Connection lost = TestDatabase.of(config).writing();
    hold(lost, "held");
    other.commit(burial("second", "held"));
    assertThatThrownBy(lost::commit).isInstanceOf(SQLException.class);
    lost.close();
  }

  @Test
  void an_id_is_used_once_in_whichever_scope() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String id = "id " + round;
      List<Boolean> done =
          together(
              () -> succeeds(() -> one.commit(insertion(id, "a"))),
              () -> succeeds(() -> other.commit(burial(id, "b"))));
      assertThat(done).as(id).containsOnlyOnce(true);
    }
  }

  @Test
  void a_key_is_replaced_once_in_whichever_scope() throws Exception {
    one.commit(Changeset.builder().addKey(new Key("key", "0", null)).build());
    for (int round = 0; round < ROUNDS; round++) {
      int last = round;
      List<Boolean> done =
          together(
              () -> succeeds(() -> one.commit(replacing(last, "a"))),
              () -> succeeds(() -> other.commit(replacing(last, "b"))));
      assertThat(done).as("round %s", round).containsOnlyOnce(true);
    }
  }

  /** Else the one that replaces many keys would wait for the other, and that for it. */
  @Test
  void keys_in_another_order_are_no_deadlock() throws Exception {
    // The server counts deadlocks by database, and those of a connection once it has ended.
    PostgresConfig alone = TestDatabase.alone(NAME);
    String before = deadlocks(alone);
    try (PostgresStore first = PostgresStore.open(alone);
        PostgresStore second = PostgresStore.open(alone)) {
      changeInAnotherOrder(first, second);
    }
    TestDatabase.awaitEnd(alone, NAME);
    assertThat(deadlocks(alone)).isEqualTo(before);
  }

  private static String deadlocks(PostgresConfig alone) {
    return TestDatabase.run(
        alone, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
  }

  private void changeInAnotherOrder(PostgresStore first, PostgresStore second) throws Exception {
    Changeset.Builder keys = Changeset.builder();
    for (int key = 0; key < KEYS; key++) {
      keys.addKey(new Key("key " + key, "0", null));
    }
    first.commit(keys.build());
    for (int round = 0; round < ROUNDS; round++) {
      Changeset.Builder up = Changeset.builder().change(bury("up " + round, "a"));
      Changeset.Builder down = Changeset.builder().change(bury("down " + round, "b"));
      for (int key = 0; key < KEYS; key++) {
        touch(up, key);
        touch(down, KEYS - 1 - key);
      }
      together(
          () -> succeeds(() -> first.commit(up.build())),
          () -> succeeds(() -> second.commit(down.build())));
    }
  }

  @Test
  void who_follows_the_arrivals_of_a_scope_misses_none() throws Exception {
    int each = 150;
    Future<?> writing =
        threads.submit(
            () ->
                together(
                    () -> insertAll(one, "followed", each),
                    () -> insertAll(other, "followed", each),
                    () -> insertAll(one, "beside", each),
                    () -> insertAll(other, "beside", each)));
    List<String> seen = new ArrayList<>();
    boolean isLast = false;
    while (!isLast) {
      isLast = writing.isDone();
      seen.addAll(arrivals("followed", seen.isEmpty() ? "" : seen.get(seen.size() - 1)));
    }
    writing.get();
    assertThat(seen).doesNotHaveDuplicates().hasSize(2 * each);
    assertThat(seen).isEqualTo(arrivals("followed", ""));
    assertThat(one.termStatistics(Visibility.ALL, List.of()).records()).isEqualTo(4L * each);
    assertThat(new AuditVerifier(one, checked -> {}).verify().broken()).isNull();
  }

  private static boolean insertAll(PostgresStore node, String scope, int count) {
    Membrane membrane =
        Membrane.builder().backgroundJobs(false).openStore(() -> unclosed(node)).build();
    Ingestion ingestion = membrane.as(Caller.named("agent").in(scope)).ingestion();
    for (int number = 0; number < count; number++) {
      ingestion.event(EventRequest.builder().source("agent").eventKind("note").ref("ref").build());
    }
    return true;
  }

  private static MemoryStore unclosed(PostgresStore node) {
    return new ForwardingStore(node) {
      @Override
      public void close() {}
    };
  }

  private List<String> arrivals(String scope, String after) {
    Filter filter =
        Filter.of(new Visibility(Sensitivity.HYPER, Set.of(scope)), AT).withRetired(true);
    return other.arrivals(new Arrivals(filter, Period.ALWAYS, Period.ALWAYS, after, 10_000));
  }

  /** Holds the turn in a scope as a writer would. */
  private void hold(Connection connection, String scope) throws SQLException {
    BatchedWrites writes =
        new BatchedWrites(connection, TestDatabase.of(config), PostgresDialect.PLAIN);
    writes.begin(() -> new WriteSet(Set.of(scope), Set.of(), Set.of(), Set.of(), 0, 0));
  }

  private static void touch(Changeset.Builder changes, int key) {
    changes.removeKey(new Key("key " + key, "0", null));
    changes.addKey(new Key("key " + key, "0", null));
  }

  private static Changeset replacing(int last, String scope) {
    return Changeset.builder()
        .change(bury(scope + " " + last, scope))
        .removeKey(new Key("key", String.valueOf(last), null))
        .addKey(new Key("key", String.valueOf(last + 1), null))
        .build();
  }

  private static Changeset insertion(String id, String scope) {
    MemoryRecord record =
        MemoryRecord.builder()
            .id(id)
            .type(MemoryType.SEMANTIC)
            .sensitivity(Sensitivity.LOW)
            .confidence(1)
            .salience(1)
            .scope(scope)
            .createdAt(AT)
            .updatedAt(AT)
            .lifecycle(
                new Lifecycle(
                    new DecayProfile(DecayCurve.EXPONENTIAL, 60, null, null, null),
                    AT,
                    false,
                    DeletionPolicy.AUTO_PRUNE))
            .provenance(new Provenance(List.of(), null))
            .payload(
                new SemanticPayload(
                    "s", "p", new JsonString("o"), Validity.global(), List.of(), null, null))
            .build();
    return Changeset.builder()
        .change(new Change.Insert(record, new Anchor(1, AT), new Terms(Map.of()), List.of()))
        .build();
  }

  private static Changeset burial(String id, String scope) {
    return Changeset.builder().change(bury(id, scope)).build();
  }

  private static Change bury(String id, String scope) {
    return new Change.Bury(id, scope, Sensitivity.LOW, List.<AuditLink>of());
  }

  private static boolean succeeds(Runnable commit) {
    try {
      commit.run();
      return true;
    } catch (ConflictException lost) {
      return false;
    }
  }

  @SafeVarargs
  private List<Boolean> together(Callable<Boolean>... calls) throws Exception {
    List<Future<Boolean>> begun = new ArrayList<>();
    for (Callable<Boolean> call : calls) {
      begun.add(threads.submit(call));
    }
    List<Boolean> answers = new ArrayList<>();
    for (Future<Boolean> answer : begun) {
      answers.add(answer.get());
    }
    return answers;
  }
}
