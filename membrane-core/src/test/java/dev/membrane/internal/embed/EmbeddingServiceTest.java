package dev.membrane.internal.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Maintenance.EmbeddingResult;
import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.Permission;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.WatchedStore;
import dev.membrane.internal.work.CallsUnderWay;
import dev.membrane.internal.work.StoreLocks;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.Vectors;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** That whatever is written is embedded, whatever happens in between. */
class EmbeddingServiceTest {

  private static final IngestOptions OPTIONS = IngestOptions.NONE.unscoped();

  private volatile Instant now = EngineFixture.NOON;
  private final WatchedStore store = new WatchedStore();
  private final Vectors vectors = store.vectors().orElseThrow();
  private final Meanings embedder = new Meanings();

  /**
   * A memory whose clock is always a moment further, without jobs that would embed by themselves.
   */
  private Membrane open(Meanings with) {
    return Membrane.builder()
        .backgroundJobs(false)
        .store(store)
        .embedder(with)
        .clock(this::tick)
        .build();
  }

  private EmbeddingService service() {
    return new EmbeddingService(
        store, vectors, embedder, this::tick, new StoreLocks(store, "here"), new CallsUnderWay());
  }

  private synchronized Instant tick() {
    now = now.plusNanos(1_000);
    return now;
  }

  private static String ingest(Memory membrane, String summary) {
    return membrane
        .ingestion()
        .event(
            EventRequest.builder()
                .source("agent")
                .eventKind("note")
                .ref("ref")
                .summary(summary)
                .options(OPTIONS)
                .build())
        .id();
  }

  private static EmbeddingResult run(Memory membrane) {
    return membrane.maintenance().embed();
  }

  private List<String> without(Meanings model) {
    return vectors.without(model.model(), "", 1_000);
  }

  @Test
  void what_is_written_is_embedded_with_the_text_that_is_searched() {
    try (Membrane membrane = open(embedder)) {
      ingest(membrane, "the car");
      run(membrane);
      run(membrane);
    }
    assertThat(embedder.texts()).containsExactly("the car\n");
    assertThat(without(embedder)).isEmpty();
  }

  @Test
  void what_was_queued_is_embedded_after_a_restart() {
    embedder.failing(ModelException.temporary("out", new IllegalStateException()));
    String id;
    try (Membrane membrane = open(embedder)) {
      id = ingest(membrane, "the car");
      assertThat(run(membrane)).isEqualTo(new EmbeddingResult(0, 0));
    }
    assertThat(without(embedder)).containsExactly(id);
    embedder.failing(null);
    try (Membrane membrane = open(embedder)) {
      run(membrane);
    }
    assertThat(without(embedder)).isEmpty();
  }

  @Test
  void what_was_written_without_an_embedder_is_embedded_once_there_is_one() {
    try (Membrane membrane =
        Membrane.builder().backgroundJobs(false).store(store).clock(this::tick).build()) {
      for (int i = 0; i < 70; i++) {
        ingest(membrane, "event " + i);
      }
    }
    try (Membrane membrane = open(embedder)) {
      run(membrane);
    }
    assertThat(without(embedder)).isEmpty();
    assertThat(embedder.texts()).hasSize(70);
  }

  @Test
  void another_model_embeds_everything_again_and_the_new_first() {
    try (Membrane membrane = open(embedder)) {
      ingest(membrane, "first");
      ingest(membrane, "second");
      run(membrane);
    }
    Meanings other = new Meanings("other");
    try (Membrane membrane = open(other)) {
      other.failing(ModelException.temporary("loading", new IllegalStateException()));
      run(membrane);
      ingest(membrane, "third");
      other.failing(null);
      now = now.plus(Duration.ofHours(1));
      run(membrane);
    }
    assertThat(without(other)).isEmpty();
    assertThat(other.texts()).hasSize(3).startsWith("third\n");
  }

  @Test
  void a_text_that_the_model_refuses_is_set_aside_and_holds_up_no_other() {
    embedder.refusing("poison");
    String poison;
    try (Membrane membrane = open(embedder)) {
      ingest(membrane, "before");
      poison = ingest(membrane, "poison");
      ingest(membrane, "after");
      assertThat(run(membrane)).as("each once").isEqualTo(new EmbeddingResult(2, 1));
      assertThat(run(membrane)).isEqualTo(EmbeddingResult.NOTHING);
    }
    assertThat(without(embedder)).containsExactly(poison);
    assertThat(store.due("aside:embed", now, 9)).hasSize(1);
    assertThat(store.due("embed", now, 9)).isEmpty();
  }

  @Test
  void a_refusal_of_us_costs_no_record_its_place() {
    embedder.failing(ModelException.refused("wrong key", new IllegalStateException()));
    String id;
    try (Membrane membrane = open(embedder)) {
      id = ingest(membrane, "the car");
      assertThat(run(membrane)).isEqualTo(new EmbeddingResult(0, 0));
      assertThat(without(embedder)).containsExactly(id);
      assertThat(store.due("aside:embed", now, 9)).isEmpty();
      embedder.failing(null);
      now = now.plus(Duration.ofHours(1));
      run(membrane);
      assertThat(without(embedder)).isEmpty();
    }
  }

  @Test
  void what_is_too_sensitive_for_it_is_never_given_to_it_and_holds_up_nothing() {
    embedder.upTo(Sensitivity.LOW);
    String secret;
    try (Membrane membrane = open(embedder)) {
      ingest(membrane, "before");
      IngestOptions options = OPTIONS.sensitivity(Sensitivity.MEDIUM);
      secret =
          membrane
              .ingestion()
              .event(
                  EventRequest.builder()
                      .source("agent")
                      .eventKind("note")
                      .ref("ref")
                      .summary("a secret")
                      .options(options)
                      .build())
              .id();
      ingest(membrane, "after");
      run(membrane);
    }
    assertThat(without(embedder)).containsExactly(secret);
    assertThat(embedder.texts()).containsExactlyInAnyOrder("before\n", "after\n");
    assertThat(store.due("embed", now, 9)).isEmpty();
    assertThat(store.due("aside:embed", now, 9)).isEmpty();
  }

  @Test
  void a_model_that_cannot_be_reached_is_left_alone_for_a_while() {
    EmbeddingService service = service();
    failOnce(service);
    service.run();
    assertThat(without(embedder)).hasSize(1);
    now = now.plus(Duration.ofSeconds(3));
    service.run();
    assertThat(without(embedder)).isEmpty();
  }

  @Test
  void whoever_asks_for_it_does_not_wait_until_the_model_is_asked_again() {
    EmbeddingService service = service();
    failOnce(service);
    assertThat(service.runNow()).isEqualTo(new EmbeddingResult(1, 0));
    assertThat(without(embedder)).isEmpty();
  }

  @Test
  void whoever_asks_for_it_in_vain_does_not_make_the_pause_longer() {
    EmbeddingService service = service();
    failOnce(service);
    embedder.failing(ModelException.temporary("still out", new IllegalStateException()));
    for (int i = 0; i < 3; i++) {
      assertThat(service.runNow()).isEqualTo(EmbeddingResult.NOTHING);
    }
    embedder.failing(null);
    assertThat(service.run()).as("in the pause").isEqualTo(EmbeddingResult.NOTHING);
    now = now.plus(Duration.ofSeconds(3));
    assertThat(service.run()).as("after it").isEqualTo(new EmbeddingResult(1, 0));
  }

  @Test
  void a_clock_that_is_set_back_keeps_nothing_from_being_embedded() {
    EmbeddingService service = service();
    failOnce(service);
    now = now.minus(Duration.ofDays(1));
    service.run();
    assertThat(without(embedder)).isEmpty();
  }

  /** The model cannot be reached while a run wants it, and can be again after it. */
  private void failOnce(EmbeddingService service) {
    try (Membrane membrane = open(embedder)) {
      ingest(membrane, "the car");
    }
    embedder.failing(ModelException.temporary("out", new IllegalStateException()));
    service.run();
    embedder.failing(null);
  }

  @Test
  void a_model_that_can_never_be_prepared_is_not_asked_again_before_the_next_start() {
    embedder.unready(ModelException.permanent("no library", new IllegalStateException()));
    EmbeddingService service = service();
    try (Membrane writing =
        Membrane.builder()
            .backgroundJobs(false)
            .store(store)
            .embedder(new Meanings())
            .clock(this::tick)
            .build()) {
      ingest(writing, "the car");
    }
    service.run();
    embedder.unready(null);
    now = now.plus(Duration.ofDays(1));
    assertThat(service.run()).isEqualTo(new EmbeddingResult(0, 0));
    assertThat(embedder.preparations()).isEqualTo(1);
    assertThat(store.due("embed", now, 9)).hasSize(1);
    service().run();
    assertThat(without(embedder)).isEmpty();
  }

  @Test
  void a_model_that_cannot_be_prepared_yet_is_tried_again_and_then_once_is_enough() {
    embedder.unready(ModelException.temporary("no memory", new IllegalStateException()));
    EmbeddingService service = service();
    service.run();
    service.run();
    assertThat(embedder.preparations()).isEqualTo(1);
    embedder.unready(null);
    now = now.plus(Duration.ofSeconds(3));
    service.run();
    service.run();
    assertThat(embedder.preparations()).isEqualTo(2);
  }

  @Test
  void a_store_that_cannot_be_written_is_left_alone_for_a_while() {
    EmbeddingService service = service();
    try (Membrane writing =
        Membrane.builder().backgroundJobs(false).store(store).clock(this::tick).build()) {
      ingest(writing, "the car");
    }
    store.beforeNextCommit(
        () -> {
          throw new StoreUnavailableException("disk full");
        });
    assertThat(service.run()).isEqualTo(new EmbeddingResult(0, 0));
    assertThat(service.run()).isEqualTo(new EmbeddingResult(0, 0));
    assertThat(without(embedder)).hasSize(1);
    now = now.plus(Duration.ofSeconds(3));
    assertThat(service.run()).isEqualTo(new EmbeddingResult(1, 0));
  }

  @Test
  void a_record_that_changes_while_it_is_embedded_is_embedded_again() {
    Membrane writing =
        Membrane.builder()
            .backgroundJobs(false)
            .store(store)
            .embedder(embedder)
            .clock(this::tick)
            .build();
    EmbeddingService service = service();
    IngestOptions episode = EngineFixture.episode("run");
    try (writing) {
      service.run();
      writing
          .ingestion()
          .event(
              EventRequest.builder()
                  .source("agent")
                  .eventKind("note")
                  .ref("r1")
                  .summary("old")
                  .options(episode)
                  .build());
      EventRequest second =
          EventRequest.builder()
              .source("agent")
              .eventKind("note")
              .ref("r2")
              .summary("new")
              .options(episode)
              .build();
      store.beforeNextCommit(() -> writing.ingestion().event(second));
      service.run();
    }
    assertThat(embedder.texts()).endsWith("old\nnew\n");
    assertThat(store.due("embed", now, 9)).isEmpty();
    assertThat(without(embedder)).isEmpty();
  }

  @Test
  void a_change_of_salience_embeds_nothing() {
    try (Membrane membrane = open(embedder)) {
      String id = ingest(membrane, "the car");
      run(membrane);
      membrane.revision().reinforce(id, "useful");
      run(membrane);
    }
    assertThat(embedder.texts()).hasSize(1);
  }

  /** A vector counts from when it was made, and past answers would miss it. */
  @Test
  void what_changes_no_text_embeds_nothing() {
    try (Membrane membrane = open(embedder)) {
      String run = ingest(membrane, "the bus");
      String id =
          membrane
              .ingestion()
              .observe(
                  ObservationRequest.builder()
                      .source("agent")
                      .subject("user")
                      .predicate("drives")
                      .object("the car")
                      .unscoped()
                      .build())
              .id();
      run(membrane);
      assertThat(embedder.texts()).hasSize(2);
      membrane.ingestion().outcome(OutcomeRequest.of("agent", run, OutcomeStatus.SUCCESS));
      membrane.revision().contest(id, "doc-1", "somebody says otherwise");
      membrane.revision().retract(id, "it was wrong");
      run(membrane);
    }
    assertThat(embedder.texts()).hasSize(2);
  }

  @Test
  void a_store_without_vectors_is_refused() {
    ForwardingStore plain =
        new ForwardingStore(store) {
          @Override
          public Optional<Vectors> vectors() {
            return Optional.empty();
          }
        };
    MembraneBuilder builder = Membrane.builder().store(plain).embedder(embedder);
    assertThatThrownBy(builder::build)
        .isInstanceOf(StoreOpenException.class)
        .hasStackTraceContaining("keeps no vectors");
  }

  @Test
  void what_waits_since_before_the_start_is_counted_at_once() {
    try (Membrane membrane =
        Membrane.builder().backgroundJobs(false).store(store).clock(this::tick).build()) {
      for (int i = 0; i < 1_040; i++) {
        ingest(membrane, "event " + i);
      }
    }
    try (Membrane membrane = open(embedder)) {
      assertThat(membrane.maintenance().embeddingBacklog()).isEqualTo(1_040);
      embedder.failing(ModelException.temporary("out", new IllegalStateException()));
      ingest(membrane, "another event");
      run(membrane);
      assertThat(membrane.maintenance().embeddingBacklog()).isEqualTo(1_041);
      embedder.failing(null);
      now = now.plus(Duration.ofHours(1));
      run(membrane);
      assertThat(membrane.maintenance().embeddingBacklog()).isZero();
    }
    try (Membrane membrane = open(embedder)) {
      assertThat(membrane.maintenance().embeddingBacklog()).isZero();
    }
  }

  @Test
  void what_waits_is_counted() {
    try (Membrane membrane = open(embedder)) {
      for (int i = 0; i < 40; i++) {
        ingest(membrane, "event " + i);
      }
      assertThat(membrane.maintenance().embeddingBacklog()).isEqualTo(40);
      assertThat(membrane.metrics().toJson().members().get("embedding_backlog"))
          .isEqualTo(JsonValue.of(40));
      run(membrane);
      assertThat(membrane.maintenance().embeddingBacklog()).isZero();
      Memory reader = membrane.as(Caller.named("reader").permitted(Set.of(Permission.RETRIEVE)));
      assertThatThrownBy(() -> reader.maintenance().embeddingBacklog())
          .isInstanceOf(AccessDeniedException.class);
    }
  }
}
