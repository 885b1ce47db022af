package dev.membrane.testing;

import dev.membrane.Caller;
import dev.membrane.Caller.Quota;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.IngestRequest;
import dev.membrane.ObservationRequest;
import dev.membrane.ObservationRequest.IfKnown;
import dev.membrane.ObservationRequest.OnConflict;
import dev.membrane.OutcomeRequest;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Relation;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.Validity;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Random items that have much to do with each other: few episodes, threads, facts and idempotency
 * keys, and outcomes of records that were made a moment ago.
 *
 * @param known how many ids were drawn before; 0: no id is mentioned
 */
record BatchItems(RandomChoices dice, int known) {

  private static final Set<Permission> USUAL =
      Set.of(Permission.INGEST, Permission.RETRIEVE, Permission.REVISE);

  static final List<Caller> CALLERS =
      List.of(
          Caller.named("owner"),
          Caller.named("low").upTo(Sensitivity.LOW).in("a", "b"),
          Caller.named("in a").in("a").permitted(USUAL),
          Caller.named("writer").in("a").permitted(Set.of(Permission.INGEST)),
          Caller.named("poor").in("a", "b").permitted(USUAL).limitedTo(new Quota(9, 9_000)));

  private static final List<String> WORDS = List.of("bridge", "cable", "dragon");
  private static final String SOURCE = "ann";

  IngestRequest next() {
    return switch (dice.below(known == 0 ? 8 : 11)) {
      case 0, 1, 2 -> event();
      case 3 -> call();
      case 4, 5 -> fact();
      case 6 -> task();
      case 7 -> record();
      default -> outcome();
    };
  }

  /** An event of an episode without anything special. */
  static EventRequest turn(String episode, String summary) {
    return event(summary).scope("a").episode(episode).build();
  }

  private static EventRequest.Builder event(String summary) {
    return EventRequest.builder()
        .source(SOURCE)
        .eventKind("user_input")
        .ref("ref")
        .summary(summary);
  }

  private EventRequest event() {
    EventRequest.Builder event = event(dice.of(WORDS));
    if (dice.oneIn(12)) {
      event.data(JsonValue.of("x".repeat(50_000)));
    }
    if (dice.oneIn(9)) {
      event.deletionPolicy(dice.of(DeletionPolicy.AUTO_PRUNE, DeletionPolicy.MANUAL_ONLY));
    }
    return event.options(options().episode(dice.of("run", "task"))).build();
  }

  private ToolOutputRequest call() {
    ToolOutputRequest.Builder call =
        ToolOutputRequest.builder()
            .source(SOURCE)
            .toolName(dice.oneIn(9) ? "" : dice.of(WORDS))
            .result(JsonValue.of(dice.of(WORDS)));
    if (dice.oneIn(3) && known > 0) {
      call.dependsOn(List.of(someId()));
    }
    return call.options(dice.oneIn(2) ? options().episode(dice.of("run", "task")) : options())
        .build();
  }

  private ObservationRequest fact() {
    ObservationRequest.Builder fact =
        ObservationRequest.builder()
            .source(SOURCE)
            .subject(dice.of("user", "system"))
            .predicate(dice.oneIn(12) ? " " : "prefers")
            .object(JsonValue.of(dice.of(WORDS)));
    if (dice.oneIn(3)) {
      fact.onConflict(dice.of(OnConflict.values()));
    }
    if (dice.oneIn(5)) {
      fact.ifKnown(dice.of(IfKnown.values()));
    }
    return fact.options(options()).build();
  }

  private WorkingStateRequest task() {
    return WorkingStateRequest.builder()
        .source(SOURCE)
        .threadId(dice.of("one", "two"))
        .state(dice.of(TaskState.values()))
        .contextSummary(dice.of(WORDS))
        .options(options())
        .build();
  }

  private RecordRequest record() {
    ProvenanceSource source =
        new ProvenanceSource(ProvenanceKind.OBSERVATION, "msg", null, SOURCE, null);
    RecordDraft.Builder draft =
        RecordDraft.builder()
            .type(MemoryType.SEMANTIC)
            .sensitivity(dice.of(Sensitivity.LOW, Sensitivity.HIGH))
            .scope("a")
            .provenance(new Provenance(List.of(source), SOURCE))
            .payload(
                new SemanticPayload(
                    "user",
                    "prefers",
                    JsonValue.of(dice.of(WORDS)),
                    Validity.global(),
                    List.of(new ProvenanceRef(EvidenceType.OBSERVATION, "msg", Instant.EPOCH)),
                    null,
                    null));
    if (known > 0) {
      draft.relations(List.of(new Relation("about", someId(), null, null)));
    }
    return RecordRequest.of(SOURCE, draft.build());
  }

  private OutcomeRequest outcome() {
    OutcomeRequest.Builder outcome =
        OutcomeRequest.builder()
            .source(SOURCE)
            .targetRecordId(someId())
            .status(dice.of(OutcomeStatus.values()));
    if (dice.oneIn(2)) {
      outcome.usedRecordIds(List.of(someId(), someId()));
    }
    return dice.oneIn(4) ? outcome.idempotencyKey(dice.of("k", "l")).build() : outcome.build();
  }

  /** One that was drawn before, or that this batch draws. */
  private String someId() {
    return FrozenMemory.id(1 + dice.below(known + 20));
  }

  private IngestOptions options() {
    IngestOptions options =
        IngestOptions.NONE
            .scope(dice.oneIn(9) ? "b" : "a")
            .sensitivity(dice.of(Sensitivity.LOW, Sensitivity.LOW, Sensitivity.MEDIUM));
    return dice.oneIn(5) ? options.idempotencyKey(dice.of("k", "l", "m")) : options;
  }
}
