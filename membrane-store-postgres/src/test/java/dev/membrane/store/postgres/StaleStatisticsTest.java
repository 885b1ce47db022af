package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Ingestion;
import dev.membrane.Membrane;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Visibility;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * PostgreSQL takes its statistics from time to time: after a quick import it believes for a minute
 * that the tables hold next to nothing.
 */
final class StaleStatisticsTest {

  /** What ANALYZE leaves where it looks while the first records are written; it comes no more. */
  private static final String BELIEVED_EMPTY =
      """
      ALTER TABLE %1$s.posting SET (autovacuum_enabled = false);
      ALTER TABLE %1$s.memory SET (autovacuum_enabled = false);
      UPDATE pg_class SET reltuples = 0, relpages = greatest(relpages, 1)
      WHERE relkind = 'r' AND relnamespace = '%1$s'::regnamespace
      """;

  private static final String ROWS_READ =
      """
      SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))
      FROM pg_stat_user_tables WHERE schemaname = '%s' AND relname IN ('posting', 'memory')
      """;

  private static final String SCANNED =
      "SELECT coalesce(seq_tup_read, 0) FROM pg_stat_user_tables WHERE schemaname = '%s'"
          + " AND relname = 'posting'";

  private static final int RECORDS = Ingestion.MAX_BATCH;

  private static final String NAME = "stale-statistics-test";

  private final PostgresConfig config = TestDatabase.alone(NAME);

  @Test
  void a_search_for_a_word_of_all_records_looks_up_each_record_once() {
    try (PostgresStore store = PostgresStore.open(config)) {
      fill(store, number -> IngestOptions.NONE.unscoped().tags(List.of("tag")));
    }
    TestDatabase.run(config, BELIEVED_EMPTY.formatted(config.schema()));
    TestDatabase.awaitEnd(config, NAME);
    long before = rowsRead();
    try (PostgresStore store = PostgresStore.open(config)) {
      assertThat(store.search(salient(), List.of("word"), 1)).isEmpty();
    }
    TestDatabase.awaitEnd(config, NAME);
    assertThat(rowsRead() - before).isBetween(2L * RECORDS, 10L * RECORDS);
  }

  /** Of words there are no statistics, so each of many spaces seems to have many records. */
  @Test
  void a_tag_in_many_scopes_is_looked_up_in_the_index() {
    try (PostgresStore store = PostgresStore.open(config)) {
      fill(
          store,
          number -> IngestOptions.NONE.scope("scope-" + number % 30).tags(List.of("t" + number)));
    }
    TestDatabase.run(config, "ANALYZE");
    TestDatabase.awaitEnd(config, NAME);
    String before = TestDatabase.run(config, SCANNED.formatted(config.schema()));
    Set<String> scopes =
        IntStream.range(0, 30).mapToObj(number -> "scope-" + number).collect(Collectors.toSet());
    Filter filter =
        Filter.of(new Visibility(Sensitivity.HYPER, scopes), Instant.parse("2026-01-01T00:00:00Z"))
            .withTags(Set.of("t77"));
    try (PostgresStore store = PostgresStore.open(config)) {
      assertThat(store.search(filter, 10)).hasSize(1);
    }
    TestDatabase.awaitEnd(config, NAME);
    assertThat(TestDatabase.run(config, SCANNED.formatted(config.schema()))).isEqualTo(before);
  }

  private long rowsRead() {
    return Long.parseLong(TestDatabase.run(config, ROWS_READ.formatted(config.schema())));
  }

  private static void fill(PostgresStore store, IntFunction<IngestOptions> options) {
    try (Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      Ingestion ingestion = membrane.as(Caller.named("agent")).ingestion();
      ingestion.batch(events(options));
    }
  }

  private static List<EventRequest> events(IntFunction<IngestOptions> options) {
    return IntStream.range(0, RECORDS)
        .mapToObj(
            number ->
                EventRequest.builder()
                    .source("agent")
                    .eventKind("note")
                    .ref(String.valueOf(number))
                    .summary("word")
                    .options(options.apply(number))
                    .build())
        .toList();
  }

  /** All records have the tag and the word, and none is so salient. */
  private static Filter salient() {
    return Filter.of(Visibility.ALL, Instant.parse("2026-01-01T00:00:00Z"))
        .withTypes(Set.of(MemoryType.EPISODIC))
        .withTags(Set.of("tag"))
        .withMinSalience(2);
  }
}
