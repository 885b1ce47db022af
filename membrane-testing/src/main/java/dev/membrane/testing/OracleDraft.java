package dev.membrane.testing;

import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.Validity;
import dev.membrane.schema.WorkingPayload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A new record before it is one: what a draft says, in plain words for the oracle. */
record OracleDraft(
    MemoryType type,
    @Nullable String id,
    @Nullable String scope,
    @Nullable Sensitivity sensitivity,
    @Nullable Double confidence,
    @Nullable Double salience,
    @Nullable LifecycleDraft lifecycle,
    List<String> sources,
    boolean hasEvidence,
    String thread,
    boolean done,
    @Nullable RevisionStatus status) {

  private static final List<Long> HALF_LIVES =
      List.of(1L, 60L, 3600L, 86_400L, 2_592_000L, 1_000_000_000L, 1_000_000_000_000L);
  private static final List<Double> FLOORS = List.of(0.0, 0.0005, 0.001, 0.01, 0.25, 0.5, 1.0);
  private static final List<Double> SALIENCES = List.of(0.0, 1e-300, 5e-4, 0.25, 0.5, 1.0, 3.5);

  /** A record that can be ingested. */
  static OracleDraft whole(RandomChoices dice) {
    MemoryType type = dice.of(MemoryType.values());
    OracleDraft part = part(type, dice);
    Sensitivity level = dice.of(Sensitivity.values());
    return new OracleDraft(
        type,
        null,
        part.scope,
        level,
        part.confidence,
        part.salience,
        part.lifecycle,
        List.of("source"),
        part.hasEvidence,
        part.thread,
        part.done,
        type == MemoryType.EPISODIC
            ? null
            : dice.rarely(12, () -> dice.of(RevisionStatus.values())));
  }

  /** A record of a type that says nothing of itself. */
  static OracleDraft plain(MemoryType type) {
    return new OracleDraft(
        type, null, null, null, null, null, null, List.of("source"), false, "thread", false, null);
  }

  /** What may follow on a record of a type; now and then it must not. */
  static OracleDraft part(MemoryType type, RandomChoices dice) {
    return new OracleDraft(
        dice.oneIn(20) ? dice.of(MemoryType.values()) : type,
        dice.rarely(10, () -> "01957b3c-ffff-7000-8000-%012x".formatted(dice.below(1 << 30))),
        dice.rarely(2, () -> dice.of("a", "b")),
        dice.rarely(3, () -> dice.of(Sensitivity.values())),
        dice.rarely(3, dice::share),
        dice.rarely(3, () -> salience(dice)),
        dice.rarely(2, () -> lifecycle(dice)),
        dice.oneIn(3) ? List.of() : List.of("own"),
        dice.oneIn(2),
        dice.of("thread 1", "thread 2"),
        dice.oneIn(4),
        null);
  }

  OracleDraft in(String otherScope) {
    return new OracleDraft(
        type,
        id,
        otherScope,
        sensitivity,
        confidence,
        salience,
        lifecycle,
        sources,
        hasEvidence,
        thread,
        done,
        status);
  }

  static double salience(RandomChoices dice) {
    return dice.oneIn(3) ? dice.share() : dice.of(SALIENCES);
  }

  private static LifecycleDraft lifecycle(RandomChoices dice) {
    long halfLife = dice.oneIn(3) ? 1 + dice.below(10_000_000) : dice.of(HALF_LIVES);
    return LifecycleDraft.builder()
        .curve(dice.rarely(2, () -> dice.of(DecayCurve.LINEAR, DecayCurve.EXPONENTIAL)))
        .halfLifeSeconds(dice.oneIn(5) ? null : Long.valueOf(halfLife))
        .minSalience(dice.rarely(3, () -> dice.of(FLOORS)))
        .maxAgeSeconds(dice.rarely(4, () -> dice.of(HALF_LIVES)))
        .reinforcementGain(dice.rarely(2, () -> dice.of(0.0, 0.001, 0.3, 1.0)))
        .pinned(dice.rarely(6, () -> !dice.oneIn(3)))
        .deletionPolicy(dice.rarely(5, () -> dice.of(DeletionPolicy.values())))
        .build();
  }

  RecordDraft draft() {
    return RecordDraft.builder()
        .id(id)
        .type(type)
        .scope(scope)
        .sensitivity(sensitivity)
        .confidence(confidence)
        .salience(salience)
        .lifecycle(lifecycle)
        .provenance(sources.isEmpty() ? null : provenance())
        .payload(payload())
        .build();
  }

  private Provenance provenance() {
    return new Provenance(
        sources.stream()
            .map(ref -> new ProvenanceSource(ProvenanceKind.EVENT, ref, null, null, null))
            .toList(),
        null);
  }

  private Payload payload() {
    @Nullable RevisionState state = status == null ? null : new RevisionState(null, null, status);
    return switch (type) {
      case EPISODIC -> EpisodicPayload.of(List.of(), List.of());
      case WORKING -> {
        TaskState task = done ? TaskState.DONE : TaskState.WAITING;
        yield new WorkingPayload(thread, task, List.of(), List.of(), List.of(), null, state);
      }
      case SEMANTIC ->
          new SemanticPayload(
              "subject",
              "predicate",
              new JsonString("object"),
              Validity.global(),
              hasEvidence ? List.of(evidence()) : List.of(),
              null,
              state);
      case COMPETENCE ->
          new CompetencePayload(
              "skill", List.of(), List.of(), List.of(), List.of(), List.of(), null, null, state);
      case PLAN_GRAPH ->
          new PlanGraphPayload(
              "plan", "1", null, null, null, null, List.of(), List.of(), null, state);
    };
  }

  private static ProvenanceRef evidence() {
    return new ProvenanceRef(EvidenceType.HUMAN, "somebody", TestClock.START);
  }

  /** How a record fades that has what the draft says, and the rest from another. */
  OracleDecay fading(OracleDecay otherwise) {
    LifecycleDraft own = lifecycle;
    if (own == null) {
      return otherwise;
    }
    return new OracleDecay(
        own.curve() == null ? otherwise.linear() : own.curve() == DecayCurve.LINEAR,
        or(own.halfLifeSeconds(), otherwise.halfLife()),
        or(own.minSalience(), otherwise.floor()),
        own.maxAgeSeconds() == null ? otherwise.maxAge() : own.maxAgeSeconds(),
        or(own.reinforcementGain(), otherwise.gain()),
        or(own.pinned(), otherwise.pinned()),
        or(own.deletionPolicy(), otherwise.policy()));
  }

  static <T> T or(@Nullable T value, T otherwise) {
    return value == null ? otherwise : value;
  }
}
