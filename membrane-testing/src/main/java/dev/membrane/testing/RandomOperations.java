package dev.membrane.testing;

import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.FailedPreconditionException;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestOptions;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.RecordRequest;
import dev.membrane.Revision;
import dev.membrane.Revision.EraseReport;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Validity;
import dev.membrane.schema.ValidityMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a memory: random calls of every kind. Only in the scope {@value #BUSY} anything
 * is deleted, erased or made more sensitive.
 */
final class RandomOperations {

  static final String QUIET = "quiet";
  static final String BUSY = "busy";

  private static final List<String> WORDS =
      List.of(
          "apple", "pear", "plum", "quince", "cherry", "berlin", "deploy", "tests", "yesterday");

  private final Memory membrane;
  private final TestClock clock;
  private final RandomChoices dice;
  private final RandomRuns runs;
  private final List<String> ids = new ArrayList<>();
  private final List<String> procedures = new ArrayList<>();
  private final List<String> facts = new ArrayList<>();
  private final Set<String> ofBusy = new HashSet<>();

  private final Map<String, Instant> taken = new HashMap<>();
  private final Map<String, Instant> changed = new HashMap<>();

  /** What is appended to a record raises its level, and nothing lowers it. */
  private final Map<String, Sensitivity> levels = new HashMap<>();

  /** When the level of a record was last raised. */
  private final Map<String, Instant> raised = new HashMap<>();

  RandomOperations(Memory membrane, TestClock clock, RandomChoices dice) {
    this.membrane = membrane;
    this.clock = clock;
    this.dice = dice;
    this.runs = new RandomRuns(membrane, clock, dice);
  }

  List<String> ids() {
    return ids;
  }

  /** Whether what a record was at an instant is not to be shown any more. */
  boolean isTaken(String id, Instant at) {
    return taken.getOrDefault(id, Instant.MIN).isAfter(at);
  }

  /** Whether it is shown only if it is so still, since an erasure took its former versions. */
  boolean isChanged(String id, Instant at) {
    return changed.getOrDefault(id, Instant.MIN).isAfter(at);
  }

  /** The level that a record has or had in the end. */
  Sensitivity level(String id) {
    return levels.getOrDefault(id, Sensitivity.PUBLIC);
  }

  String words() {
    List<String> words = new ArrayList<>();
    for (int i = 1 + dice.below(4); i > 0; i--) {
      words.add(dice.of(WORDS));
    }
    return String.join(" ", words);
  }

  /** Words, of which some ask for an outcome that may change later. */
  String question() {
    return (dice.oneIn(4) ? "what failed with " : "") + words();
  }

  void step() {
    clock.pass(
        dice.oneIn(40)
            ? Duration.ofDays(1 + dice.below(12))
            : Duration.ofMillis(1 + dice.below(900_000)));
    try {
      action();
    } catch (FailedPreconditionException | NotFoundException | ValidationException refused) {
      // What is retired, gone or of another kind may not be changed so.
    }
  }

  private void action() {
    switch (dice.below(34)) {
      case 0, 1, 2, 3 -> observe();
      case 4, 5, 6, 7 -> event();
      case 8 -> toolOutput();
      case 9 -> workingState();
      case 10 -> outcome();
      case 11, 12 -> record();
      case 13 -> added(revision().supersede(any(), draft(), words()));
      case 14 -> added(revision().fork(any(), draft(), words()));
      case 15 -> added(revision().merge(List.of(any(), any()), draft(), words()));
      case 16 -> revision().retract(any(), words());
      case 17 -> contest();
      case 18, 19 -> membrane.revision().reinforce(any(), words());
      case 20 -> membrane.revision().penalize(any(), dice.share(), words());
      case 21 -> prune();
      case 22 -> delete();
      case 23, 24, 25, 26 -> membrane.maintenance().embed();
      case 27, 28, 29, 30 -> run();
      case 31, 32 -> learn();
      default -> erase();
    }
  }

  private Revision revision() {
    return membrane.revision();
  }

  private String any() {
    return ids.isEmpty() ? "nothing" : dice.of(ids);
  }

  /** Its level stays. What names a record is withheld once that is more sensitive. */
  private String fact() {
    return facts.isEmpty() ? "nothing" : dice.of(facts);
  }

  /** What a record of the other scope contests would change with its erasure. */
  private void contest() {
    String id = any();
    String fact = fact();
    boolean isOfOneScope = ofBusy.contains(id) == ofBusy.contains(fact);
    revision().contest(id, isOfOneScope && dice.oneIn(2) ? fact : words(), words());
  }

  private void observe() {
    String scope = dice.of(QUIET, BUSY);
    added(
        membrane
            .ingestion()
            .observe(
                ObservationRequest.builder()
                    .source("agent")
                    .subject(dice.of(WORDS))
                    .predicate("likes")
                    .object(words())
                    .options(options(scope))
                    .build()));
  }

  private void event() {
    String scope = dice.of(QUIET, BUSY);
    added(
        membrane
            .ingestion()
            .event(
                EventRequest.builder()
                    .source(dice.of("user", "assistant"))
                    .eventKind("message")
                    .ref("ref")
                    .summary(words())
                    .options(episode(scope))
                    .build()));
  }

  private void toolOutput() {
    String scope = dice.of(QUIET, BUSY);
    added(
        membrane
            .ingestion()
            .toolOutput(
                ToolOutputRequest.builder()
                    .source("agent")
                    .toolName(dice.of(WORDS))
                    .result(new JsonString(words()))
                    .options(episode(scope))
                    .build()));
  }

  private void workingState() {
    String scope = dice.of(QUIET, BUSY);
    added(
        membrane
            .ingestion()
            .workingState(
                WorkingStateRequest.builder()
                    .source("agent")
                    .threadId(dice.of("thread 1", "thread 2"))
                    .state(dice.of(TaskState.EXECUTING, TaskState.DONE))
                    .contextSummary(words())
                    .options(options(scope))
                    .build()));
  }

  /** What a run of the other scope has used would change with its erasure. */
  private void run() {
    String scope = dice.of(QUIET, BUSY);
    List<String> ofScope =
        procedures.stream().filter(id -> ofBusy.contains(id) == scope.equals(BUSY)).toList();
    runs.run(options(scope), words(), ofScope).forEach(this::added);
  }

  private void prune() {
    Map<String, MemoryRecord> doubtful = doubtful();
    membrane.maintenance().prune();
    noteTakenBack(doubtful);
  }

  /** What is learned may be revised, deleted and used like everything else. */
  private void learn() {
    Map<String, MemoryRecord> doubtful = doubtful();
    membrane.maintenance().consolidate();
    noteTakenBack(doubtful);
    for (MemoryRecord record : procedures(false)) {
      added(record);
      if (!procedures.contains(record.id())) {
        procedures.add(record.id());
      }
    }
  }

  /** What was learned from an episode before its level was raised, and may be taken back. */
  private Map<String, MemoryRecord> doubtful() {
    Map<String, MemoryRecord> doubtful = new HashMap<>();
    for (MemoryRecord record : procedures(true)) {
      boolean isOfRaised =
          record.provenance().sources().stream()
              .map(source -> raised.getOrDefault(source.ref(), Instant.MIN))
              .anyMatch(record.createdAt()::isBefore);
      if (isOfRaised) {
        doubtful.put(record.id(), record);
      }
    }
    return doubtful;
  }

  /** What the last learning has taken back is not shown in the past; what was pruned is. */
  private void noteTakenBack(Map<String, MemoryRecord> doubtful) {
    procedures(true).forEach(stays -> doubtful.remove(stays.id()));
    doubtful.keySet().forEach(id -> changed.put(id, clock.instant()));
  }

  private List<MemoryRecord> procedures(boolean withRetracted) {
    ListRecordsRequest.Builder request =
        ListRecordsRequest.builder()
            .memoryTypes(MemoryType.PROCEDURES)
            .includeRetracted(withRetracted);
    return Page.all(
            PageRequest.FIRST.ofSize(500),
            page -> membrane.listing().records(request.page(page).build()))
        .map(MemoryRecord.class::cast)
        .toList();
  }

  private void outcome() {
    membrane
        .ingestion()
        .outcome(
            OutcomeRequest.builder()
                .source("agent")
                .targetRecordId(any())
                .status(dice.of(OutcomeStatus.values()))
                .build());
  }

  private void record() {
    String scope = dice.of(QUIET, BUSY);
    MemoryType type = dice.of(MemoryType.SEMANTIC, MemoryType.COMPETENCE, MemoryType.PLAN_GRAPH);
    RecordRequest.Builder request =
        RecordRequest.builder().record(draft(type, scope)).source("agent");
    added(membrane.ingestion().record(request.build()));
  }

  private RecordDraft draft() {
    return draft(MemoryType.SEMANTIC, null);
  }

  private RecordDraft draft(MemoryType type, @Nullable String scope) {
    Provenance provenance =
        new Provenance(
            List.of(new ProvenanceSource(ProvenanceKind.EVENT, "ref", null, null, null)), null);
    return RecordDraft.builder()
        .type(type)
        .scope(scope)
        .sensitivity(Sensitivity.LOW)
        .tags(dice.oneIn(3) ? List.of(dice.of(WORDS)) : List.of())
        .provenance(provenance)
        .payload(payload(type))
        .build();
  }

  private Payload payload(MemoryType type) {
    return switch (type) {
      case COMPETENCE ->
          new CompetencePayload(
              words(), List.of(), List.of(), List.of(), List.of(), List.of(), null, null, null);
      case PLAN_GRAPH ->
          new PlanGraphPayload(
              "plan", "1", words(), null, null, null, List.of(), List.of(), null, null);
      default ->
          new SemanticPayload(
              dice.of(WORDS),
              "likes",
              new JsonString(words()),
              validity(),
              List.of(new ProvenanceRef(EvidenceType.HUMAN, "somebody", TestClock.START)),
              null,
              null);
    };
  }

  private Validity validity() {
    return dice.oneIn(3)
        ? new Validity(
            ValidityMode.TIMEBOXED, null, null, clock.instant().plusSeconds(dice.below(500_000)))
        : Validity.global();
  }

  private IngestOptions options(String scope) {
    return IngestOptions.NONE.scope(scope).sensitivity(levelIn(scope));
  }

  private IngestOptions episode(String scope) {
    return dice.oneIn(3) ? options(scope) : options(scope).episode(dice.of("run 1", "run 2"));
  }

  private Sensitivity levelIn(String scope) {
    return scope.equals(BUSY)
        ? dice.of(Sensitivity.LOW, Sensitivity.MEDIUM, Sensitivity.HIGH)
        : Sensitivity.LOW;
  }

  private void delete() {
    String id = any();
    if (ofBusy.contains(id)) {
      revision().delete(id, words());
      taken.put(id, clock.instant());
    }
  }

  private void erase() {
    String id = any();
    if (ofBusy.contains(id)) {
      EraseReport report =
          revision().erase(EraseRequest.ofRecords(List.of(id)).because("asked").overridingPolicy());
      Stream.of(List.of(id), report.ids(), report.learnedIds(), report.prunedIds())
          .flatMap(List::stream)
          .forEach(each -> taken.put(each, clock.instant()));
      report.changedIds().forEach(each -> changed.put(each, clock.instant()));
    }
  }

  private void added(IngestAnswer answer) {
    added(answer.record());
  }

  private void added(RecordView view) {
    Sensitivity before = levels.put(view.id(), view.sensitivity());
    if (before != null && before != view.sensitivity()) {
      raised.put(view.id(), clock.instant());
    }
    if (!ids.contains(view.id())) {
      ids.add(view.id());
      if (((MemoryRecord) view).type() == MemoryType.SEMANTIC) {
        facts.add(view.id());
      }
    }
    if (BUSY.equals(((MemoryRecord) view).scope())) {
      ofBusy.add(view.id());
    }
  }
}
