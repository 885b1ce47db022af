package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.store.Vector;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is left of a deleted record once an operator has done what the handbook says. */
final class DeletedContentTest {

  private static final List<String> GONE =
      List.of("qvxkzhtmrb", "жщцхфпрстм", "tagwxqzvkp", "kindzqxwvj");
  private static final String KEPT = "stayhqzxvw";

  private static final String TABLES =
      """
      SELECT string_agg(c.relname, ' ') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname = '%s'
      """;

  private static final String STATISTICS =
      """
      SELECT string_agg(concat(most_common_vals, histogram_bounds, most_common_elems), ' ')
      FROM pg_stats WHERE schemaname = '%s' AND attname <> 'actor'
      """;

  /** Audit logs stay with all that they say, and these do say who the event was from. */
  private static final String FILES =
      """
      SELECT string_agg(pg_relation_filepath(c.oid), ' ')
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = '%1$s' AND c.relkind IN (%2$s) AND c.relname <> 'audit'
         OR c.oid IN (SELECT t.reltoastrelid FROM pg_class t JOIN pg_namespace m ON m.oid = t.relnamespace
                      WHERE m.nspname = '%1$s')
      """;

  private static final String OF_TABLES = "'r'";
  private static final String OF_ALL = "'r', 'i'";

  /** For a transaction of the server itself, while which what it could see is kept. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Of its own, on a server without pgvector. */
  private final PostgresConfig config = PostgresConfig.of(TestDatabase.database());

  @Test
  void no_word_is_in_any_row_after_a_deletion() {
    deleteOneOfTwo();
    String rows = rows();
    assertThat(rows).contains(KEPT).doesNotContain(GONE);
  }

  @Test
  void the_planner_keeps_no_word_of_a_record() {
    try (PostgresStore store = PostgresStore.open(config);
        Membrane membrane = Membrane.builder().backgroundJobs(false).store(store).build()) {
      for (int number = 0; number < 5; number++) {
        String id = event(membrane, GONE);
        keepRun(store, id, GONE);
        Vector vector = Vector.of(new float[] {number + 1, 1});
        store.commit(Changeset.builder().embed(new Embedding(id, "model", vector)).build());
      }
      event(membrane, List.of(KEPT, KEPT, KEPT, KEPT));
    }
    TestDatabase.run(config, "ANALYZE");
    String statistics = TestDatabase.run(config, STATISTICS.formatted(config.schema()));
    assertThat(statistics).contains("create").doesNotContain(GONE).doesNotContain(KEPT);
    String vectors = "SELECT count(*) FROM pg_stats WHERE schemaname = '%s' AND attname = 'vector'";
    assertThat(TestDatabase.run(config, vectors.formatted(config.schema()))).isEqualTo("0");
  }

  @Test
  void no_word_is_in_any_file_of_tables_and_indexes_that_were_written_anew() {
    deleteOneOfTwo();
    assertSoonGone(() -> done("VACUUM (FULL)", allInOne()), () -> files(OF_ALL, Pages::all));
  }

  /** What else is left of them is in the space of pages that nothing uses. */
  @Test
  void no_word_is_in_any_row_or_index_entry_after_a_vacuum_and_a_reindex() {
    deleteSomeOfMany();
    assertSoonGone(
        () -> done("VACUUM (INDEX_CLEANUP ON)", allInOne()), () -> files(OF_TABLES, Pages::used));
    assertSoonGone(this::cleanAsShown, () -> files(OF_ALL, Pages::used));
  }

  private void assertSoonGone(Runnable cleaning, Supplier<String> content) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    cleaning.run();
    while (GONE.stream().anyMatch(content.get()::contains) && System.nanoTime() < end) {
      cleaning.run();
    }
    assertThat(content.get()).contains(KEPT).doesNotContain(GONE);
  }

  private void cleanAsShown() {
    String shown = ShownSql.in("docs/operations.md").replace("membrane.", config.schema() + ".");
    shown.lines().forEach(statement -> TestDatabase.run(config, statement));
    TestDatabase.run(config, "CHECKPOINT");
  }

  private void done(String what, List<String> tables) {
    for (String each : tables) {
      TestDatabase.run(config, what + " " + each);
    }
    TestDatabase.run(config, "CHECKPOINT");
  }

  /** The tables as one statement takes them. */
  private List<String> allInOne() {
    return List.of(String.join(", ", inSchema(tables())));
  }

  private List<String> inSchema(List<String> tables) {
    return tables.stream().map(table -> config.schema() + "." + table).toList();
  }

  private void deleteSomeOfMany() {
    try (PostgresStore store = PostgresStore.open(config);
        Membrane membrane = Membrane.builder().backgroundJobs(false).store(store).build()) {
      List<String> ids = new ArrayList<>();
      for (int number = 0; number < 90; number++) {
        String end = "n" + number;
        List<String> gone = GONE.stream().map(word -> word + end).toList();
        ids.add(event(membrane, gone));
        keepRun(store, ids.get(number), gone);
        keepRun(store, event(membrane, Collections.nCopies(4, KEPT + end)), List.of(KEPT + end));
      }
      ids.forEach(id -> membrane.revision().delete(id, "they asked"));
      ids.forEach(id -> store.commit(Changeset.builder().dropRun(id).build()));
    }
  }

  private void deleteOneOfTwo() {
    try (PostgresStore store = PostgresStore.open(config);
        Membrane membrane = Membrane.builder().backgroundJobs(false).store(store).build()) {
      String id = event(membrane, GONE);
      event(membrane, List.of(KEPT, KEPT, KEPT, KEPT));
      assertThat(rows()).contains(GONE);
      membrane.revision().delete(id, "they asked");
    }
  }

  private static void keepRun(PostgresStore store, String id, List<String> words) {
    Map<String, Integer> counts = words.stream().collect(Collectors.toMap(word -> word, word -> 1));
    KeptRun run =
        new KeptRun(
            id, null, Sensitivity.LOW, Instant.EPOCH, counts, counts, List.of(words.get(0)));
    store.commit(Changeset.builder().keepRun(run).build());
  }

  private static String event(Memory membrane, List<String> words) {
    EventRequest request =
        EventRequest.builder()
            .source(words.get(1))
            .eventKind(words.get(3))
            .ref("ref")
            .summary(String.join(" ", words))
            .options(
                IngestOptions.NONE.unscoped().tags(List.of(words.get(2))).episode(words.get(0)))
            .build();
    return membrane.ingestion().event(request).id();
  }

  private List<String> tables() {
    return List.of(TestDatabase.run(config, TABLES.formatted(config.schema())).split(" "));
  }

  private String rows() {
    StringBuilder rows = new StringBuilder();
    for (String table : tables()) {
      String content = table.equals("audit") ? "(SELECT rid, content_hash FROM audit)" : table;
      rows.append(
          TestDatabase.run(
              config, "SELECT string_agg(CAST(t AS text), ' ') FROM " + content + " t"));
    }
    return rows.toString();
  }

  private String files(String kinds, Function<Path, String> content) {
    Path data = Path.of(TestDatabase.run(config, "SHOW data_directory"));
    return Stream.of(TestDatabase.run(config, FILES.formatted(config.schema(), kinds)).split(" "))
        .map(file -> content.apply(data.resolve(file)))
        .collect(Collectors.joining());
  }
}
