package dev.membrane.store.sqlite;

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
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.store.Vector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While records live, no word of any of their fields is in any byte of any file. */
final class EncryptedContentTest {

  private static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);

  @TempDir private Path folder;
  private final Markers words = new Markers(7);

  @Test
  void no_word_of_what_is_kept_is_in_any_file() {
    write(KeyFiles.open(folder, "membrane.db"));
    assertThat(words.size()).isGreaterThan(500);
    assertThat(words.in(folder)).isEmpty();
  }

  @Test
  void without_encryption_they_are_there() {
    write(SqliteStore.open(folder.resolve("membrane.db")));
    assertThat(words.in(folder)).hasSizeGreaterThan(words.size() * 9 / 10);
  }

  @Test
  void what_was_acknowledged_before_a_crash_is_read_after_it() throws IOException {
    SqliteStore store = KeyFiles.open(folder, "membrane.db");
    try (Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      List<String> ids = new ArrayList<>();
      for (int scope = 0; scope < 50; scope++) {
        ids.add(observe(membrane, "scope " + scope));
      }
      SqliteConfig copy =
          new SqliteConfig(Crash.copy(folder).resolve("membrane.db"))
              .encryptedWith(folder.resolve("key"));
      try (SqliteStore other = SqliteStore.open(copy)) {
        assertThat(other.get(ids)).isEqualTo(store.get(ids)).hasSize(50);
      }
    } finally {
      store.close();
    }
  }

  private void write(SqliteStore store) {
    try (Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      for (int round = 0; round < 4; round++) {
        for (String payload :
            List.of(
                DeletedContentTest.EPISODIC,
                DeletedContentTest.WORKING,
                DeletedContentTest.SEMANTIC,
                DeletedContentTest.COMPETENCE,
                DeletedContentTest.PLAN_GRAPH)) {
          ingest(membrane, payload);
        }
        String id = observe(membrane, words.next(false));
        event(membrane);
        event(membrane);
        membrane.revision().contest(id, words.next(false), words.next(false));
        membrane
            .revision()
            .supersede(
                id,
                DeletedContentTest.draft(words, DeletedContentTest.SEMANTIC),
                words.next(false));
        store.commit(
            Changeset.builder()
                .keepRun(DeletedContentTest.run("run " + round, words))
                .embed(new Embedding(id, "model", Vector.of(new float[] {1, 2, 3})))
                .build());
        membrane
            .retrieval()
            .retrieve(
                RetrieveRequest.builder()
                    .trust(ALL)
                    .taskDescriptor(words.next(false))
                    .receipt(true)
                    .build());
      }
    }
    // As it is while it is open, with its log.
    List<String> open = words.in(folder);
    store.close();
    assertThat(words.in(folder)).containsExactlyInAnyOrderElementsOf(open);
  }

  private void ingest(Memory membrane, String payload) {
    membrane
        .ingestion()
        .record(
            RecordRequest.builder()
                .record(DeletedContentTest.draft(words, payload))
                .source(words.next(false))
                .idempotencyKey("key " + words.size())
                .unscoped()
                .build());
  }

  private String observe(Memory membrane, String scope) {
    return membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source(words.next(false))
                .subject(words.next(false))
                .predicate(words.next(false))
                .object(new JsonString(words.next(false)))
                .options(IngestOptions.NONE.scope(scope))
                .build())
        .id();
  }

  private void event(Memory membrane) {
    membrane
        .ingestion()
        .event(
            EventRequest.builder()
                .source(words.next(false))
                .eventKind(words.next(false))
                .ref(words.next(false))
                .summary(words.next(false))
                .options(
                    IngestOptions.NONE
                        .scope(words.next(false))
                        .episode(words.next(false))
                        .tags(List.of(words.next(false))))
                .build());
  }
}
