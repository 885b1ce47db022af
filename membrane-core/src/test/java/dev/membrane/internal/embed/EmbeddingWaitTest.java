package dev.membrane.internal.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.CancelledException;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.WatchedStore;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.store.Vectors;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That a question can wait for what was written before it to be embedded. */
class EmbeddingWaitTest {

  private Instant now = EngineFixture.NOON;
  private final WatchedStore store = new WatchedStore();
  private final Vectors vectors = store.vectors().orElseThrow();
  private final Meanings embedder = new Meanings();

  /** A memory whose clock is always a moment further, without jobs that embed by themselves. */
  private Membrane open() {
    return Membrane.builder()
        .backgroundJobs(false)
        .store(store)
        .embedder(embedder)
        .clock(this::tick)
        .build();
  }

  private synchronized Instant tick() {
    now = now.plusNanos(1_000);
    return now;
  }

  private static String ingest(Memory membrane, String summary) {
    EventRequest event =
        EventRequest.builder()
            .source("agent")
            .eventKind("note")
            .ref("ref")
            .summary(summary)
            .options(IngestOptions.NONE.unscoped())
            .build();
    return membrane.ingestion().event(event).id();
  }

  private void ingestWithoutEmbedder() {
    try (Membrane without = Membrane.builder().backgroundJobs(false).store(store).build()) {
      ingest(without, "the car");
    }
  }

  private List<String> unembedded() {
    return vectors.without(embedder.model(), "", 1_000);
  }

  private static RetrieveRequest.Builder asking(Duration wait) {
    return RetrieveRequest.builder()
        .trust(TrustContext.upTo(Sensitivity.HYPER))
        .waitForEmbeddings(wait);
  }

  @Test
  void a_question_that_waits_finds_what_was_written_before_it_embedded() {
    try (Membrane membrane = open()) {
      ingest(membrane, "the car");
      membrane.retrieval().retrieve(asking(Duration.ZERO).build());
      assertThat(unembedded()).hasSize(1);
      membrane.retrieval().retrieve(asking(Duration.ofSeconds(30)).build());
      assertThat(unembedded()).isEmpty();
    }
  }

  @Test
  void a_question_after_a_start_waits_for_what_was_written_without_an_embedder() {
    ingestWithoutEmbedder();
    try (Membrane membrane = open()) {
      membrane.retrieval().retrieve(asking(Duration.ofSeconds(30)).build());
      assertThat(unembedded()).isEmpty();
    }
  }

  @Test
  void a_question_after_a_start_waits_for_that_as_long_as_it_says() {
    ingestWithoutEmbedder();
    embedder.failing(ModelException.temporary("out", new IllegalStateException()));
    try (Membrane membrane = open()) {
      long start = System.nanoTime();
      membrane.retrieval().retrieve(asking(Duration.ofMillis(300)).build());
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isGreaterThanOrEqualTo(Duration.ofMillis(300));
    }
  }

  @Test
  void a_question_waits_for_what_has_changed_since_the_clock_was_set_back() {
    try (Membrane membrane = open()) {
      IngestOptions episode = EngineFixture.episode("run");
      EventRequest.Builder event =
          EventRequest.builder().source("agent").eventKind("note").ref("ref").options(episode);
      membrane.ingestion().event(event.summary("old").build());
      membrane.maintenance().embed();
      now = now.minus(Duration.ofDays(1));
      membrane.ingestion().event(event.summary("new").build());
      membrane.retrieval().retrieve(asking(Duration.ofSeconds(30)).build());
    }
    assertThat(embedder.texts()).last().asString().contains("new");
  }

  @Test
  void what_a_question_has_waited_for_is_known_at_its_instant() {
    embedder.means("car", 10).means("tree", 80).means("vehicle", 0);
    try (Membrane membrane = open()) {
      String id = ingest(membrane, "the car");
      ingest(membrane, "the tree");
      RetrieveRequest.Builder ask = asking(Duration.ofSeconds(30)).taskDescriptor("vehicle");
      RetrieveAnswer then = membrane.retrieval().retrieve(ask.receipt(true).build());
      assertThat(then.records()).extracting(MemoryRecord::id).startsWith(id);
      Instant at = membrane.retrieval().replay(then.receiptId()).at();
      RetrieveRequest past = ask.receipt(false).waitForEmbeddings(Duration.ZERO).asOf(at).build();
      assertThat(
              membrane.retrieval().retrieve(past).entries().stream()
                  .map(AnswerEntry::score)
                  .toList())
          .isEqualTo(then.entries().stream().map(AnswerEntry::score).toList());
    }
  }

  @Test
  void a_question_waits_no_longer_than_it_says_and_is_answered() {
    embedder.failing(ModelException.temporary("out", new IllegalStateException()));
    try (Membrane membrane = open()) {
      String id = ingest(membrane, "the car");
      long start = System.nanoTime();
      assertThat(membrane.retrieval().retrieve(asking(Duration.ofMillis(300)).build()).records())
          .extracting(MemoryRecord::id)
          .containsExactly(id);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(300), Duration.ofSeconds(20));
    }
  }

  @Test
  void a_question_without_anything_to_wait_for_is_answered_at_once() {
    try (Membrane membrane = Membrane.builder().backgroundJobs(false).store(store).build()) {
      ingest(membrane, "the car");
      long start = System.nanoTime();
      membrane.retrieval().retrieve(asking(Duration.ofSeconds(60)).build());
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    }
  }

  @Test
  void who_ceases_to_wait_is_not_answered() {
    embedder.failing(ModelException.temporary("out", new IllegalStateException()));
    try (Membrane membrane = open()) {
      ingest(membrane, "the car");
      long end = System.nanoTime() + Duration.ofMillis(200).toNanos();
      Caller leaving = Caller.ANONYMOUS.waitingUntil(() -> System.nanoTime() > end);
      assertThatThrownBy(
              () ->
                  membrane.as(leaving).retrieval().retrieve(asking(Duration.ofSeconds(60)).build()))
          .isInstanceOf(CancelledException.class);
    }
  }

  @Test
  void a_wait_out_of_its_range_is_refused() {
    try (Membrane membrane = open()) {
      for (Duration bad : List.of(Duration.ofMillis(-1), Duration.ofMillis(60_001))) {
        assertThatThrownBy(() -> membrane.retrieval().retrieve(asking(bad).build()))
            .isInstanceOf(ValidationException.class)
            .hasMessage("wait_for_embeddings_ms must be between 0 and 60000");
      }
    }
  }
}
