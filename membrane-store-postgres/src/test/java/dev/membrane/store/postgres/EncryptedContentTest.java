package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.Vector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** While records live, no word of any of their fields is in any row, or any file of the tables. */
final class EncryptedContentTest {

  private static final List<String> PAYLOADS =
      List.of(
          """
          "episodic","payload":{"kind":"episodic",
           "timeline":[{"t":"2026-01-01T00:00:00Z","event_kind":"#","ref":"#","summary":"# #"}],
           "tool_graph":[{"id":"#","tool":"#","args":{"#":["#",{"#":"#"}]},"result":"# #"}],
           "environment":{"os":"#","context":{"#":"#"}},"outcome":"success","artifacts":["#"]}
          """,
          """
          "working","payload":{"kind":"working","thread_id":"#","state":"executing",
           "next_actions":["# #"],"open_questions":["#"],"context_summary":"# #"}
          """,
          """
          "semantic","payload":{"kind":"semantic","subject":"# #","predicate":"#",
           "object":{"#":"# #"},"validity":{"mode":"conditional","conditions":{"#":"#"}},
           "evidence":[{"source_type":"human","source_id":"#","timestamp":"2026-01-01T00:00:00Z"}]}
          """,
          """
          "competence","payload":{"kind":"competence","skill_name":"#",
           "triggers":[{"signal":"#","conditions":{"#":"#"}}],
           "recipe":[{"step":"# #","tool":"#","args_schema":{"#":"#"},"validation":"#"}],
           "required_tools":["#"],"failure_modes":["#"],"fallbacks":["#"],"version":"#"}
          """,
          """
          "plan_graph","payload":{"kind":"plan_graph","plan_id":"#","version":"#","intent":"# #",
           "nodes":[{"id":"a","op":"#","params":{"#":"#"}}],"edges":[]}
          """);

  private static final String DRAFT =
      """
      {"sensitivity":"low","scope":"#","tags":["#","#"],
       "provenance":{"created_by":"#","sources":[{"kind":"event","ref":"#","hash":"#"}]},
       "type":%s}
      """;

  private static final String FILES =
      """
      SELECT string_agg(pg_relation_filepath(c.oid), ' ')
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = '%1$s' AND c.relkind IN ('r', 'i')
         OR c.oid IN (SELECT t.reltoastrelid FROM pg_class t
                      JOIN pg_namespace m ON m.oid = t.relnamespace WHERE m.nspname = '%1$s')
      """;

  private static final Pattern PLACE = Pattern.compile("#");
  private static final int LENGTH = 16;

  private final Random random = new Random(7);
  private final List<String> words = new ArrayList<>();

  @Test
  void no_word_of_what_is_kept_is_in_any_row_or_file() {
    PostgresConfig config = EncryptedDatabases.fresh();
    write(config);
    assertThat(words).hasSizeGreaterThan(300);
    assertThat(found(rows(config))).isEmpty();
    assertThat(found(files(config))).isEmpty();
  }

  @Test
  void without_encryption_they_are_there() {
    PostgresConfig config = TestDatabase.fresh();
    write(config);
    assertThat(found(rows(config))).hasSizeGreaterThan(words.size() * 9 / 10);
  }

  private List<String> found(String text) {
    return words.stream().filter(word -> text.contains(word.substring(2, LENGTH - 4))).toList();
  }

  private static String rows(PostgresConfig config) {
    StringBuilder rows = new StringBuilder();
    try {
      new TableBytes(config)
          .tell(
              (place, bytes) ->
                  rows.append(new String(bytes.readAllBytes(), StandardCharsets.UTF_8)));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return rows.toString();
  }

  /** With indexes, and what was overwritten. */
  private static String files(PostgresConfig config) {
    TestDatabase.run(config, "CHECKPOINT");
    Path data = Path.of(TestDatabase.run(config, "SHOW data_directory"));
    StringBuilder bytes = new StringBuilder();
    try {
      for (String file :
          TestDatabase.run(config, FILES.formatted(config.schema())).split(" ", -1)) {
        bytes.append(Files.readString(data.resolve(file), StandardCharsets.ISO_8859_1));
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return bytes.toString();
  }

  private String word() {
    StringBuilder word = new StringBuilder();
    random.ints(LENGTH, 'a', 'z').forEach(letter -> word.append((char) letter));
    words.add(word.toString());
    return word.toString();
  }

  private String filled(String template) {
    return PLACE.matcher(template).replaceAll(place -> word());
  }

  private void write(PostgresConfig config) {
    try (PostgresStore store = PostgresStore.open(config);
        Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      for (int round = 0; round < 3; round++) {
        PAYLOADS.forEach(payload -> record(membrane, payload));
        String id = observe(membrane);
        event(membrane);
        membrane.revision().contest(id, word(), word());
        store.commit(besides(id, round));
        membrane
            .retrieval()
            .retrieve(
                RetrieveRequest.builder()
                    .trust(TrustContext.upTo(Sensitivity.HYPER))
                    .taskDescriptor(word())
                    .receipt(true)
                    .build());
      }
    }
  }

  private void record(Memory membrane, String payload) {
    membrane
        .ingestion()
        .record(
            RecordRequest.builder()
                .record(new RecordCodec().decodeDraft(filled(DRAFT.formatted(payload))))
                .source(word())
                .idempotencyKey(word())
                .unscoped()
                .build());
  }

  private String observe(Memory membrane) {
    return membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source(word())
                .subject(word())
                .predicate(word())
                .object(new JsonString(word()))
                .options(IngestOptions.NONE.scope(word()))
                .build())
        .id();
  }

  private void event(Memory membrane) {
    membrane
        .ingestion()
        .event(
            EventRequest.builder()
                .source(word())
                .eventKind(word())
                .ref(word())
                .summary(word())
                .options(IngestOptions.NONE.scope(word()).episode(word()).tags(List.of(word())))
                .build());
  }

  private Changeset besides(String id, int round) {
    return Changeset.builder()
        .keepRun(
            new KeptRun(
                "run " + round,
                word(),
                Sensitivity.LOW,
                Instant.EPOCH,
                Map.of(word(), 1),
                Map.of(word(), 1),
                List.of(word())))
        .embed(new Embedding(id, "model", Vector.of(new float[] {1, 2, 3})))
        .addKey(new Key("note:" + word(), word(), id))
        .enqueue(new QueueRow("queue", word(), Instant.EPOCH, 0))
        .build();
  }
}
