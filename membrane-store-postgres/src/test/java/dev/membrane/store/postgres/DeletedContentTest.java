package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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

  private static final String FILES =
      """
      SELECT string_agg(pg_relation_filepath(c.oid), ' ')
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = '%1$s' AND c.relkind IN ('r', 'i')
         OR c.oid IN (SELECT t.reltoastrelid FROM pg_class t JOIN pg_namespace m ON m.oid = t.relnamespace
                      WHERE m.nspname = '%1$s')
      """;

  /** For a transaction elsewhere in the server, while which what it could see is kept. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final PostgresConfig config = TestDatabase.freshWithoutPgvector();

  @Test
  void no_word_is_in_any_row_after_a_deletion() {
    deleteOneOfTwo();
    String rows = rows();
    assertThat(rows).contains(KEPT).doesNotContain(GONE);
  }

  @Test
  void no_word_is_in_any_file_of_tables_and_indexes_that_were_written_anew() {
    deleteOneOfTwo();
    long end = System.nanoTime() + PATIENCE.toNanos();
    String bytes = bytesWrittenAnew();
    while (GONE.stream().anyMatch(bytes::contains) && System.nanoTime() < end) {
      bytes = bytesWrittenAnew();
    }
    assertThat(bytes).contains(KEPT).doesNotContain(GONE);
  }

  private String bytesWrittenAnew() {
    for (String table : tables()) {
      TestDatabase.run(config, "VACUUM (FULL) " + config.schema() + "." + table);
    }
    TestDatabase.run(config, "CHECKPOINT");
    return bytes();
  }

  private void deleteOneOfTwo() {
    try (PostgresStore store = PostgresStore.open(config);
        Membrane membrane = Membrane.builder().store(store).build()) {
      String id = event(membrane, GONE);
      event(membrane, List.of(KEPT, KEPT, KEPT, KEPT));
      assertThat(rows()).contains(GONE);
      membrane.revision().delete(id, "they asked");
    }
  }

  private static String event(Membrane membrane, List<String> words) {
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

  /** Audit logs stay with all that they say, and these do say who the event was from. */
  private String bytes() {
    Path data = Path.of(TestDatabase.run(config, "SHOW data_directory"));
    String audit =
        TestDatabase.run(config, "SELECT pg_relation_filepath('" + config.schema() + ".audit')");
    StringBuilder bytes = new StringBuilder();
    Stream.of(TestDatabase.run(config, FILES.formatted(config.schema())).split(" "))
        .filter(file -> !file.equals(audit))
        .forEach(file -> bytes.append(read(data.resolve(file))));
    return bytes.toString();
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }
}
