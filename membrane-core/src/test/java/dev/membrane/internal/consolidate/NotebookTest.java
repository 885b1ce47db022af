package dev.membrane.internal.consolidate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.ConsolidationResult;
import dev.membrane.ConsolidationResult.StageResult;
import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.consolidate.fact.SemanticStage;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Payload;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.Validity;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Notebook.EndedRun;
import dev.membrane.spi.Notebook.Knowledge;
import dev.membrane.spi.Stage;
import dev.membrane.spi.Stage.LessonCodec;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the notebook of a stage refuses, so that only the stage and its episode suffer. */
class NotebookTest {

  private static final IngestOptions HERE = IngestOptions.NONE.unscoped();

  /** Does something with each episode, and remembers with what it failed. */
  private record Meddling(String name, BiConsumer<String, Notebook> what, List<String> failures)
      implements Stage<String>, LessonCodec<String> {

    Meddling(BiConsumer<String, Notebook> what, List<String> failures) {
      this("meddling", what, failures);
    }

    @Override
    public String author() {
      return "author";
    }

    @Override
    public LessonCodec<String> codec() {
      return this;
    }

    @Override
    public JsonObject write(String lesson) {
      return new JsonObject(Map.of("is", new JsonString(lesson)));
    }

    @Override
    public String read(JsonObject stored) {
      return "there";
    }

    @Override
    public Optional<String> lesson(Episode episode) {
      return Optional.of("there");
    }

    @Override
    public Collection<String> notes(String lesson) {
      return List.of();
    }

    @Override
    public void exchange(
        String episodeId, @Nullable String former, @Nullable String lesson, Notebook notebook) {
      try {
        what.accept(episodeId, notebook);
      } catch (RuntimeException failure) {
        failures.add(String.valueOf(failure.getMessage()).replace(episodeId, "EPISODE"));
        throw failure;
      }
    }
  }

  private static Knowledge fact(String object, ProvenanceRef... evidence) {
    return factFrom("an episode", object, evidence);
  }

  private static Knowledge factFrom(String episode, String object, ProvenanceRef... evidence) {
    return new Knowledge(
        new SemanticPayload(
            "user",
            "likes",
            JsonValue.of(object),
            Validity.global(),
            List.of(evidence),
            null,
            null),
        0.5,
        List.of(episode));
  }

  @Test
  void an_episode_stays_what_it_was() {
    assertRefused((id, notebook) -> notebook.delete(id, "x"), "no stage made the record EPISODE");
    assertRefused(
        (id, notebook) -> notebook.update(id, fact("Go"), true, "x"),
        "no stage made the record EPISODE");
  }

  @Test
  void what_a_caller_said_stays_said() {
    assertRefused(
        (id, notebook) -> {
          String known = notebook.known(fact("Go")).orElseThrow().id();
          assertMessage(() -> notebook.delete(known, "x"), "no stage made the record " + known);
          assertMessage(
              () -> notebook.update(known, fact("Rust"), true, "x"),
              "no stage made the record " + known);
          throw new IllegalStateException("both");
        },
        "both");
  }

  private static void assertMessage(Runnable refused, String message) {
    try {
      refused.run();
    } catch (IllegalArgumentException expected) {
      assertThat(expected).hasMessage(message);
      return;
    }
    throw new IllegalStateException("not refused");
  }

  @Test
  void more_may_speak_for_what_a_caller_said() {
    List<String> failures = new ArrayList<>();
    MemoryRecord known =
        learn(
            new Meddling(
                (id, notebook) -> {
                  MemoryRecord record = notebook.known(fact("Go")).orElseThrow();
                  ProvenanceRef evidence =
                      new ProvenanceRef(EvidenceType.EVENT, id, notebook.now());
                  notebook.update(record.id(), fact("Go", evidence), true, "Seen in " + id);
                },
                failures),
            0);

    assertThat(failures).isEmpty();
    assertThat(((SemanticPayload) known.payload()).evidence()).hasSize(1);
  }

  @Test
  void an_episode_raises_a_fact_once_whether_the_log_names_the_stage_or_its_author() {
    BiConsumer<String, Notebook> raising =
        (id, notebook) ->
            notebook
                .known(fact("Go"))
                .ifPresentOrElse(
                    known -> notebook.update(known.id(), factFrom(id, "Go"), true, "In " + id),
                    () -> notebook.create(factFrom(id, "Go"), "In " + id));
    try (InMemoryStore store = new InMemoryStore()) {
      String episode;
      try (Membrane membrane = with(new Meddling("author", raising, new ArrayList<>()), store)) {
        episode = toldIn("first", membrane);
        assertThat(membrane.maintenance().consolidate().total())
            .isEqualTo(new StageResult(1, 0, 0, 0));
      }
      try (Membrane membrane = with(new Meddling("meddling", raising, new ArrayList<>()), store)) {
        end(episode, OutcomeStatus.PARTIAL, membrane);
        assertThat(membrane.maintenance().consolidate().total()).isEqualTo(StageResult.NOTHING);
        var unused = toldIn("second", membrane);
        assertThat(membrane.maintenance().consolidate().total())
            .isEqualTo(new StageResult(0, 1, 0, 0));
      }
    }
  }

  private static Membrane with(Stage<?> stage, InMemoryStore store) {
    return Membrane.builder().backgroundJobs(false).store(store).stages(List.of(stage)).build();
  }

  @Test
  void a_mistake_of_a_stage_stops_no_erasure() {
    AtomicReference<@Nullable RuntimeException> broken = new AtomicReference<>();
    AtomicBoolean isErasing = new AtomicBoolean();
    Stage<?> stage =
        new Meddling(
            (id, notebook) -> {
              if (isErasing.get()) {
                notebook.known(fact("Go")).ifPresent(known -> notebook.delete(known.id(), "x"));
              }
              Optional.ofNullable(broken.get())
                  .ifPresent(
                      failure -> {
                        throw failure;
                      });
            },
            new ArrayList<>());
    try (InMemoryStore store = new InMemoryStore();
        Membrane membrane = with(stage, store)) {
      String first = toldIn("first", membrane);
      String second = toldIn("second", membrane);
      String fact = told(membrane);
      var unused = membrane.maintenance().consolidate();
      isErasing.set(true);

      broken.set(new IllegalStateException("out of order"));
      assertThatThrownBy(() -> erase(first, membrane)).hasMessageContaining("out of order");
      assertThatThrownBy(() -> erase(second, membrane)).hasMessageContaining("out of order");
      broken.set(null);
      assertThat(erase(second, membrane)).containsExactly(second);

      assertThat(membrane.retrieval().byId(fact, TrustContext.upTo(Sensitivity.HYPER)))
          .isInstanceOf(MemoryRecord.class);
    }
  }

  private static List<String> erase(String id, Memory membrane) {
    EraseRequest request = EraseRequest.builder().ids(List.of(id)).reason("asked").build();
    return membrane.revision().erase(request).ids();
  }

  @Test
  void what_happened_and_what_is_being_done_is_not_made_by_a_stage() {
    Payload episode = new EpisodicPayload(List.of(), List.of(), null, null, List.of(), null, null);
    Payload state =
        new WorkingPayload("t", TaskState.EXECUTING, List.of(), List.of(), List.of(), null, null);
    assertRefused(
        (id, notebook) -> notebook.create(new Knowledge(episode, 1, List.of(id)), "x"),
        "a stage makes no episodic record");
    assertRefused(
        (id, notebook) -> notebook.create(new Knowledge(state, 1, List.of(id)), "x"),
        "a stage makes no working record");
  }

  @Test
  void what_is_not_there_is_not_changed() {
    assertRefused(
        (id, notebook) -> notebook.update("nobody", fact("Go"), true, "x"),
        "there is no record nobody");
  }

  @Test
  void a_run_is_of_a_year_that_a_store_can_hold() {
    String refusal = "at must be within the years 0001 to 9999";
    assertRefused(
        (id, notebook) -> notebook.keepRun(id, Instant.MAX, Map.of(), Map.of(), List.of()),
        refusal);
    assertRefused(
        (id, notebook) ->
            notebook.outcomes(
                notebook.create(fact("Rust"), "x"), List.of(new EndedRun(id, Instant.MIN, true))),
        refusal);
  }

  @Test
  void a_note_is_not_null() {
    assertRefused((id, notebook) -> notebook.write("note", none()), "note");
  }

  @SuppressWarnings("NullAway") // What a stage without null checks may do.
  private static JsonObject none() {
    return null;
  }

  private static void assertRefused(BiConsumer<String, Notebook> what, String message) {
    List<String> failures = new ArrayList<>();
    MemoryRecord known = learn(new Meddling(what, failures), 1);
    assertThat(failures).contains(message);
    assertThat(known.payload())
        .isInstanceOfSatisfying(
            SemanticPayload.class,
            payload -> assertThat(payload.object()).isEqualTo(JsonValue.of("Go")));
  }

  /** Learns of one episode; answers with the fact that a caller had told. */
  private static MemoryRecord learn(Stage<?> stage, int failed) {
    try (InMemoryStore store = new InMemoryStore();
        Membrane membrane =
            Membrane.builder()
                .backgroundJobs(false)
                .store(store)
                .stages(List.of(stage, new SemanticStage()))
                .build()) {
      String known = told(membrane);
      ConsolidationResult result = membrane.maintenance().consolidate();
      assertThat(result.of("meddling").failed()).isEqualTo(failed);
      assertThat(result.of("semantic").created()).isEqualTo(1);
      return membrane
          .listing()
          .records(ListRecordsRequest.builder().memoryTypes(Set.of(MemoryType.SEMANTIC)).build())
          .items()
          .stream()
          .map(view -> view.full().orElseThrow())
          .filter(record -> record.id().equals(known))
          .findAny()
          .orElseThrow();
    }
  }

  private static String told(Memory membrane) {
    var unused = toldIn("run", membrane);
    return membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("ann")
                .subject("user")
                .predicate("likes")
                .object("Go")
                .options(HERE)
                .build())
        .id();
  }

  private static String toldIn(String episode, Memory membrane) {
    String event =
        membrane
            .ingestion()
            .event(
                EventRequest.builder()
                    .source("agent")
                    .eventKind("user_input")
                    .ref("message")
                    .summary("the build is red")
                    .options(HERE.episode(episode))
                    .build())
            .id();
    end(event, OutcomeStatus.SUCCESS, membrane);
    return event;
  }

  private static void end(String episode, OutcomeStatus status, Memory membrane) {
    membrane.ingestion().outcome(OutcomeRequest.of("agent", episode, status));
  }
}
