package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CommitTest {

  private static final int CALLERS = 32;
  private static final int EACH = 25;

  @TempDir private Path folder;
  private SqliteStore store;

  @BeforeEach
  void open() {
    store = SqliteStore.open(database());
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void commits_of_many_callers_share_their_syncs() throws Exception {
    together(caller -> insertEach(caller, number -> store.commit(SampleRecords.inserting(number))));
    CommitStatistics statistics = store.commitStatistics();
    assertThat(statistics.changesets()).isEqualTo(CALLERS * EACH);
    assertThat(statistics.commits()).isLessThan(CALLERS * EACH / 2);
    assertThat(store.get(numbers(CALLERS * EACH))).hasSize(CALLERS * EACH);
  }

  @Test
  void changesets_handed_over_together_share_one_commit() {
    List<Changeset> group = IntStream.range(0, 1_000).mapToObj(SampleRecords::inserting).toList();
    CompletableFuture.allOf(store.commitEach(group).toArray(CompletableFuture[]::new)).join();
    assertThat(store.commitStatistics()).isEqualTo(new CommitStatistics(1_000, 1));
    assertThat(store.get(numbers(1_000))).hasSize(1_000);
  }

  @Test
  void a_changeset_that_conflicts_fails_alone_and_leaves_no_trace() throws Exception {
    ConcurrentLinkedQueue<Integer> refused = new ConcurrentLinkedQueue<>();
    together(
        caller ->
            insertEach(
                caller,
                number -> {
                  try {
                    store.commit(contested(number));
                  } catch (ConflictException conflict) {
                    refused.add(number);
                  }
                }));
    int kept = CALLERS * EACH / 2 + 1;
    assertThat(refused).hasSize(CALLERS * EACH - kept);
    assertThat(store.get(numbers(CALLERS * EACH))).hasSize(kept);
    assertThat(store.termStatistics(Visibility.ALL, List.of("sample")))
        .isEqualTo(new RecordCounts(kept, kept, Map.of("sample", (long) kept)));
    assertThat(store.statistics(SampleRecords.START).auditEntriesByAction().values())
        .filteredOn(count -> count > 0)
        .containsExactly((long) kept);
    assertThat(store.commitStatistics().changesets()).isEqualTo(kept);
  }

  /** Every second one wants the same key, after all its other steps went well. */
  private static Changeset contested(int number) {
    Changeset.Builder changeset = Changeset.builder().change(SampleRecords.insert(number));
    return number % 2 == 0
        ? changeset.build()
        : changeset.addKey(new Key("wanted by many", "value", null)).build();
  }

  @Test
  void a_reinforcement_does_not_rewrite_the_document() throws SQLException {
    store.commit(SampleRecords.inserting(1));
    failWhenWriting("ABORT");
    StoredRecord seen = only();
    MemoryRecord reinforced =
        seen.record().toBuilder()
            .updatedAt(SampleRecords.START.plusSeconds(60))
            .lifecycle(
                seen.record().lifecycle().withLastReinforcedAt(SampleRecords.START.plusSeconds(60)))
            .build();
    replace(seen, reinforced);
    assertThat(only().record())
        .isEqualTo(reinforced.withSalience(0.5).withAuditLog(seen.record().auditLog()));
    assertThatThrownBy(() -> replace(only(), reinforced.toBuilder().confidence(0.1).build()))
        .isInstanceOf(StoreUnavailableException.class)
        .hasStackTraceContaining("(rewritten)");
  }

  /**
   * As when the disk is full: SQLite has given up the transaction, and the driver the statement.
   */
  @Test
  void after_a_transaction_was_lost_the_next_one_succeeds() throws SQLException {
    failWhenWriting("ROLLBACK");
    for (int attempt = 0; attempt < 3; attempt++) {
      assertThatThrownBy(() -> store.commit(SampleRecords.inserting(1)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasStackTraceContaining("(rewritten)");
    }
    succeedAgain();
    store.commit(SampleRecords.inserting(1));
    store.commit(SampleRecords.inserting(2));
    assertThat(store.get(numbers(10))).hasSize(2);
    assertThat(store.termStatistics(Visibility.ALL, List.of()).records()).isEqualTo(2);
    assertThat(store.commitStatistics().changesets()).isEqualTo(2);
  }

  @Test
  void after_a_statement_has_failed_it_can_be_used_again() throws SQLException {
    failWhenWriting("ABORT");
    assertThatThrownBy(() -> store.commit(SampleRecords.inserting(1)))
        .isInstanceOf(StoreUnavailableException.class);
    succeedAgain();
    store.commit(SampleRecords.inserting(1));
    assertThat(store.get(numbers(10))).hasSize(1);
  }

  private void failWhenWriting(String how) throws SQLException {
    execute(
        """
        CREATE TRIGGER rewritten BEFORE INSERT ON document
        BEGIN SELECT RAISE(%s, 'rewritten'); END
        """
            .formatted(how));
  }

  private void succeedAgain() throws SQLException {
    execute("DROP TRIGGER rewritten");
  }

  private void execute(String sql) throws SQLException {
    try (Connection other = other();
        Statement statement = other.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  private void replace(StoredRecord seen, MemoryRecord after) {
    Change.Replace replace =
        new Change.Replace(
            seen.version(),
            after,
            new Anchor(0.5, SampleRecords.START),
            new Terms(Map.of("sample", 1)),
            "",
            List.of());
    store.commit(Changeset.builder().change(replace).build());
  }

  @Test
  void when_the_database_cannot_be_written_callers_are_told_and_later_it_can() throws Exception {
    store.commit(SampleRecords.inserting(1));
    try (Connection other = other();
        Statement statement = other.createStatement()) {
      statement.executeUpdate("BEGIN IMMEDIATE");
      assertThatThrownBy(() -> store.commit(SampleRecords.inserting(2)))
          .isInstanceOf(StoreUnavailableException.class);
      assertThat(store.get(numbers(10))).hasSize(1);
      store.check();
      statement.executeUpdate("ROLLBACK");
    }
    store.commit(SampleRecords.inserting(2));
    assertThat(store.get(numbers(10))).hasSize(2);
  }

  @Test
  void an_interrupted_caller_still_learns_what_became_of_its_commit() {
    Thread.currentThread().interrupt();
    store.commit(SampleRecords.inserting(1));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(store.get(numbers(10))).hasSize(1);
  }

  @Test
  void closing_finishes_the_commits_under_way() throws Exception {
    ConcurrentLinkedQueue<Integer> acknowledged = new ConcurrentLinkedQueue<>();
    ExecutorService callers = Executors.newFixedThreadPool(8);
    for (int caller = 0; caller < 8; caller++) {
      int first = caller * 1000;
      callers.execute(() -> insertUntilClosed(first, acknowledged));
    }
    while (acknowledged.size() < 50) {
      Thread.onSpinWait();
    }
    store.close();
    callers.shutdown();
    assertThat(callers.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    open();
    assertThat(store.get(acknowledged.stream().map(SampleRecords::id).toList()))
        .hasSameSizeAs(acknowledged);
  }

  private void insertUntilClosed(int first, ConcurrentLinkedQueue<Integer> acknowledged) {
    for (int number = first; number < first + 1000; number++) {
      try {
        store.commit(SampleRecords.inserting(number));
        acknowledged.add(number);
      } catch (StoreUnavailableException closed) {
        return;
      }
    }
  }

  @Test
  void the_files_as_they_are_in_the_middle_of_writing_hold_all_that_was_acknowledged()
      throws Exception {
    ConcurrentLinkedQueue<Integer> acknowledged = new ConcurrentLinkedQueue<>();
    ExecutorService callers = Executors.newFixedThreadPool(8);
    for (int caller = 0; caller < 8; caller++) {
      int first = caller * 1000;
      callers.execute(() -> insertUntilClosed(first, acknowledged));
    }
    while (acknowledged.size() < 100) {
      Thread.onSpinWait();
    }
    List<Integer> before = List.copyOf(acknowledged);
    Path copy = Files.createDirectory(folder.resolve("copy")).resolve("membrane.db");
    copy("", copy);
    copy("-wal", copy);
    store.close();
    callers.shutdown();
    try (SqliteStore opened = SqliteStore.open(copy)) {
      assertThat(opened.get(before.stream().map(SampleRecords::id).toList())).hasSameSizeAs(before);
      opened.check();
    }
  }

  private void copy(String suffix, Path target) throws IOException {
    Files.copy(
        database().resolveSibling("membrane.db" + suffix),
        target.resolveSibling("membrane.db" + suffix),
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void what_a_killed_process_has_acknowledged_is_there() throws IOException {
    Path path = folder.resolve("killed.db");
    List<String> acknowledged = new ArrayList<>();
    try (OtherProcess other = OtherProcess.on(path)) {
      assertThat(other.line()).isEqualTo("open");
      while (acknowledged.size() < 200) {
        acknowledged.add(other.line());
      }
    }
    try (SqliteStore survivor = SqliteStore.open(path)) {
      assertThat(survivor.get(acknowledged)).hasSize(200);
    }
  }

  private static void insertEach(int caller, IntConsumer insert) {
    for (int i = 0; i < EACH; i++) {
      insert.accept(caller * EACH + i);
    }
  }

  private static void together(IntConsumer caller) throws InterruptedException, ExecutionException {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        int number = i;
        running.add(callers.submit(() -> caller.accept(number)));
      }
      for (Future<?> one : running) {
        one.get();
      }
    } finally {
      callers.shutdownNow();
    }
  }

  private StoredRecord only() {
    return store.get(numbers(10)).get(0);
  }

  private static List<String> numbers(int end) {
    return IntStream.range(0, end).mapToObj(SampleRecords::id).toList();
  }

  private Connection other() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + database());
  }

  private Path database() {
    return folder.resolve("membrane.db");
  }
}
