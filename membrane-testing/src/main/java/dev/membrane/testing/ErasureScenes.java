package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.Revision.EraseReport;
import dev.membrane.ToolOutputRequest;
import dev.membrane.TrustContext;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.access.NoteValues;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A memory for each test of erasure, and what is told to it. */
public abstract class ErasureScenes {

  static final String SCOPE = "place";
  static final RecordCodec CODEC = new RecordCodec();
  static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);

  final TestClock clock = new TestClock();
  MemoryStore store;
  Membrane membrane;

  /** Where the runs are. */
  IngestOptions where = IngestOptions.NONE.scope(SCOPE);

  private final AtomicInteger words = new AtomicInteger();

  /** For subclasses. */
  protected ErasureScenes() {}

  /** Opens a new store that holds nothing, which the test closes. */
  protected abstract MemoryStore openStore();

  @BeforeEach
  void open() {
    store = openStore();
    membrane = over(store);
  }

  @AfterEach
  void close() {
    membrane.close();
    store.close();
  }

  /** Without jobs, which would erase and learn during the test. */
  Membrane over(MemoryStore opened) {
    return Membrane.builder().clock(clock).backgroundJobs(false).store(opened).build();
  }

  /** A word that nothing else has in any part, and no stemmer shortens. */
  String word() {
    Random random = new Random(words.incrementAndGet());
    StringBuilder word = new StringBuilder("q");
    for (int letter = 0; letter < 18; letter++) {
      word.append("bcdfghkmpvxz".charAt(random.nextInt(12)));
    }
    return word.toString();
  }

  IngestOptions options(String episode) {
    return where.episode(episode);
  }

  String told(String episode, String... summaries) {
    String id = "";
    for (String summary : summaries) {
      clock.pass(Duration.ofSeconds(1));
      id =
          membrane
              .ingestion()
              .event(
                  EventRequest.builder()
                      .source("ann")
                      .eventKind("user")
                      .ref("message")
                      .summary(summary)
                      .options(options(episode))
                      .build())
              .id();
    }
    return id;
  }

  String run(String episode, String task, OutcomeStatus end, Map<String, String> arguments) {
    told(episode, task);
    String id = "";
    String result = end == OutcomeStatus.FAILURE ? "failed " + task : "ok";
    for (String tool : List.of("look", "move", "check")) {
      id = called(episode, tool, arguments, result);
    }
    end(id, end);
    return id;
  }

  String called(String episode, String tool, Map<String, String> arguments, Object result) {
    clock.pass(Duration.ofSeconds(1));
    return membrane
        .ingestion()
        .toolOutput(
            ToolOutputRequest.builder()
                .source("agent")
                .toolName(tool)
                .args((JsonObject) JsonValue.of(arguments))
                .result(JsonValue.of(result))
                .options(options(episode))
                .build())
        .id();
  }

  void end(String id, OutcomeStatus end) {
    membrane.ingestion().outcome(OutcomeRequest.of("agent", id, end));
  }

  void learn() {
    clock.pass(Duration.ofMinutes(1));
    membrane.maintenance().consolidate();
  }

  EraseReport erase(EraseRequest request) {
    EraseReport planned = membrane.revision().erase(request.asDryRun());
    EraseReport done = membrane.revision().erase(request);
    assertThat(done.records()).isEqualTo(planned.records());
    assertThat(done.learned()).isEqualTo(planned.learned());
    assertThat(done.idempotencyKeys()).isEqualTo(planned.idempotencyKeys());
    assertThat(new HashSet<>(done.ids())).isEqualTo(new HashSet<>(planned.ids()));
    assertThat(new HashSet<>(done.learnedIds())).isEqualTo(new HashSet<>(planned.learnedIds()));
    assertThat(done.pruned()).isEqualTo(planned.pruned());
    assertThat(new HashSet<>(done.prunedIds())).isEqualTo(new HashSet<>(planned.prunedIds()));
    assertThat(done.digest()).hasSize(64);
    assertSound(done);
    return done;
  }

  EraseReport erase(String... ids) {
    return erase(EraseRequest.ofRecords(List.of(ids)));
  }

  void assertSound(EraseReport done) {
    AuditReport audit = new AuditVerifier(store, checked -> {}).verify();
    assertThat(audit.broken()).isNull();
    assertThat(audit.erasures())
        .filteredOn(erasure -> erasure.id().equals(done.proofId()))
        .singleElement()
        .satisfies(erasure -> assertThat(erasure.proof().digest()).isEqualTo(done.digest()));
  }

  List<MemoryRecord> records() {
    List<MemoryRecord> records = new ArrayList<>();
    everything().kept.stream()
        .flatMap(kept -> Optional.ofNullable(kept.trail().stored()).stream())
        .forEach(stored -> records.add(stored.record()));
    return records;
  }

  List<Payload> learned(MemoryType type) {
    return records().stream().filter(it -> it.type() == type).map(MemoryRecord::payload).toList();
  }

  Everything everything() {
    Everything everything = new Everything(store);
    store.contents().orElseThrow().tell(everything);
    return everything;
  }

  List<String> notes() {
    NoteValues values = new NoteValues(store);
    return store.keys("note:", "", 200).stream()
        .flatMap(note -> values.opened(note).stream())
        .toList();
  }

  List<String> ownedKeys() {
    return everything().kept.stream()
        .flatMap(kept -> kept.keys().stream())
        .map(Key::value)
        .toList();
  }

  Map<String, Payload> proceduresByName() {
    Map<String, Payload> procedures = new TreeMap<>();
    for (MemoryRecord record : records()) {
      if (record.payload() instanceof CompetencePayload skill) {
        procedures.put(skill.skillName(), skill);
      } else if (record.payload() instanceof PlanGraphPayload plan) {
        procedures.put(plan.planId(), plan.withVersion("1"));
      }
    }
    return procedures;
  }

  void assertGone(String... forbidden) {
    String text = everything().text.toString().toLowerCase(Locale.ROOT);
    for (String word : forbidden) {
      assertThat(text).as(word).doesNotContain(word);
    }
  }

  RecordDraft fact(String subject, String object) {
    return CODEC.decodeDraft(
        """
        {"type":"semantic","sensitivity":"low","scope":"place",
         "provenance":{"sources":[{"kind":"observation","ref":"ann"}]},"payload":{"kind":"semantic","subject":"%s",
         "predicate":"likes","object":"%s","validity":{"mode":"global"},
         "evidence":[{"source_type":"human","source_id":"ann","timestamp":"2026-01-01T00:00:00Z"}]}}
        """
            .formatted(subject, object));
  }

  String observe(String subject, String object) {
    return membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("ann")
                .subject(subject)
                .predicate("likes")
                .object(new JsonString(object))
                .options(IngestOptions.NONE.scope(SCOPE))
                .build())
        .id();
  }

  String observeElsewhere() {
    ObservationRequest request =
        ObservationRequest.builder()
            .source("bob")
            .subject("Bob")
            .predicate("likes")
            .object(new JsonString("rain"))
            .options(IngestOptions.NONE.scope("elsewhere"))
            .build();
    return membrane.ingestion().observe(request).id();
  }

  /** One of every kind of write; answers the word that it has. */
  String fill(int number) {
    String word = word();
    switch (number % 5) {
      case 0 -> end(told("episode " + number, word), OutcomeStatus.SUCCESS);
      case 1 -> run("episode " + number, word, OutcomeStatus.SUCCESS, Map.of("a", word));
      case 2 -> observe("Ann", word);
      case 3 ->
          membrane
              .ingestion()
              .workingState(
                  WorkingStateRequest.builder()
                      .source("agent")
                      .threadId(word)
                      .state(TaskState.EXECUTING)
                      .contextSummary(word)
                      .options(IngestOptions.NONE.scope(SCOPE))
                      .build());
      default -> membrane.ingestion().record(RecordRequest.of("agent", fact(word, word)));
    }
    return word;
  }

  /** Says how an episode ended, and which records were used in it. */
  final void endUsing(String episode, OutcomeStatus status, List<String> used) {
    var unused =
        membrane
            .ingestion()
            .outcome(
                OutcomeRequest.builder()
                    .source("agent")
                    .targetRecordId(episode)
                    .status(status)
                    .usedRecordIds(used)
                    .build());
  }
}
