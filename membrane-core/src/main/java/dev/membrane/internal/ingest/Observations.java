package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import dev.membrane.FailedPreconditionException;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.ObservationRequest;
import dev.membrane.ObservationRequest.IfKnown;
import dev.membrane.ObservationRequest.OnConflict;
import dev.membrane.Permission;
import dev.membrane.internal.change.FactIdentity;
import dev.membrane.internal.change.FactPlace;
import dev.membrane.internal.change.InheritedLifecycle;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.SimilarFacts;
import dev.membrane.internal.change.Withdrawal;
import dev.membrane.internal.change.Write;
import dev.membrane.internal.keys.RelationNames;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Validation;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes in facts that were observed. A known fact is reinforced instead of stored twice. Facts that
 * hold now and give the same subject and predicate another object are listed, superseded or
 * contested, as the caller asks. Thread-safe.
 */
final class Observations {

  /** How many facts of one subject and predicate are looked at in order to name them. */
  static final int MAX_NAMED = 100;

  /** How many of them one observation can replace or contest. */
  static final int MAX_REVISED = 1_000;

  private static final Comparator<StoredRecord> OLDEST_FIRST =
      Comparator.comparing((StoredRecord stored) -> stored.record().createdAt())
          .thenComparing(stored -> stored.record().id());

  private final MemoryStore store;
  private final RecordChanges records;
  private final SimilarFacts similar;
  private final Reinforcement reinforcement;
  private final Supplier<String> ids;

  Observations(
      MemoryStore store, RecordChanges records, PolicyDefaults defaults, Supplier<String> ids) {
    this.store = store;
    this.records = records;
    this.similar = new SimilarFacts(store);
    this.reinforcement = new Reinforcement(defaults);
    this.ids = ids;
  }

  /** What the facts that stand mean for an observation. */
  private record FactSituation(
      FactPlace place, Optional<StoredRecord> known, List<StoredRecord> conflicts, boolean isNew) {}

  IngestPlan add(ObservationRequest request, AdmittedCandidate intake, Caller caller) {
    OnConflict onConflict = Objects.requireNonNullElse(request.onConflict(), OnConflict.KEEP);
    if (onConflict != OnConflict.KEEP) {
      caller.require(Permission.REVISE, "on_conflict", "revising other facts by an observation");
    }
    MemoryRecord fact =
        intake.record(ids.get(), intake.source(), RequestPayloads.fact(request, intake));
    Validation.check(fact);
    boolean isNew = request.ifKnown() == IfKnown.NEW;
    List<Key> claims =
        onConflict == OnConflict.KEEP ? List.of() : store.find(List.of(SimilarFacts.keyName(fact)));
    FactSituation situation = situation(fact, isNew, onConflict, intake, caller);
    List<StoredRecord> superseded =
        onConflict == OnConflict.REPLACE ? replaceable(situation, intake) : List.of();
    Write write = write(fact, situation, superseded, intake);
    retire(superseded, intake, write);
    if (onConflict == OnConflict.CONTEST) {
      contest(situation.conflicts(), intake, write);
    }
    if (onConflict != OnConflict.KEEP) {
      claim(SimilarFacts.keyName(fact), claims, write);
    }
    return new IngestPlan(
        write,
        result(situation, superseded),
        situation.conflicts().stream().map(stored -> stored.record().id()).toList(),
        withdrawn(situation, caller),
        List.of());
  }

  private static @Nullable String withdrawn(FactSituation situation, Caller caller) {
    return situation
        .place()
        .withdrawn()
        .map(StoredRecord::record)
        .filter(fact -> situation.known().isEmpty() && caller.visibility().sees(fact))
        .map(MemoryRecord::id)
        .orElse(null);
  }

  private FactSituation situation(
      MemoryRecord fact,
      boolean isNew,
      OnConflict onConflict,
      AdmittedCandidate intake,
      Caller caller) {
    FactIdentity identity = FactIdentity.of(fact).orElseThrow();
    FactPlace place = FactPlace.read(store, identity, caller.visibility());
    List<StoredRecord> alike = alike(fact, onConflict, intake, caller);
    Optional<StoredRecord> known =
        isNew
            ? Optional.empty()
            : Stream.concat(place.holder().stream(), alike.stream())
                .filter(stored -> caller.visibility().sees(stored.record()))
                .filter(stored -> isOf(identity, stored))
                .min(OLDEST_FIRST);
    List<StoredRecord> conflicts =
        alike.stream()
            .filter(stored -> !saysTheSame(fact, stored.record()))
            .sorted(OLDEST_FIRST.reversed())
            .toList();
    return new FactSituation(place, known, conflicts, isNew);
  }

  private List<StoredRecord> alike(
      MemoryRecord fact, OnConflict onConflict, AdmittedCandidate intake, Caller caller) {
    boolean isKept = onConflict == OnConflict.KEEP;
    List<StoredRecord> alike =
        similar.like(fact, caller.visibility(), intake.now(), isKept ? MAX_NAMED : MAX_REVISED + 1);
    if (!isKept && alike.size() > MAX_REVISED) {
      throw new FailedPreconditionException(
          "more than " + MAX_REVISED + " facts have this subject and predicate");
    }
    return alike;
  }

  private static boolean isOf(FactIdentity identity, StoredRecord stored) {
    return FactIdentity.of(stored.record()).filter(identity::equals).isPresent();
  }

  /** Hearsay that says the same is no conflict, nor is what says it for a time. */
  private static boolean saysTheSame(MemoryRecord fact, MemoryRecord other) {
    return objectOf(fact).equals(objectOf(other));
  }

  private static String objectOf(MemoryRecord fact) {
    return IdentityText.of(((SemanticPayload) fact.payload()).object());
  }

  private Write write(
      MemoryRecord fact,
      FactSituation situation,
      List<StoredRecord> superseded,
      AdmittedCandidate intake) {
    if (situation.known().isEmpty()) {
      MemoryRecord successor =
          superseding(inheriting(fact, superseded, intake), superseded, intake);
      Write write = records.inserting(successor);
      if (!situation.isNew() && situation.place().holder().isEmpty()) {
        situation.place().take(fact.id(), write.changes());
      }
      return write;
    }
    StoredRecord known = situation.known().get();
    MemoryRecord after = superseding(reinforcement.of(known, fact, intake), superseded, intake);
    Write write = records.replacing(known, after, reinforcement.anchor(known, intake));
    if (situation.place().holder().isEmpty()) {
      situation.place().take(after.id(), write.changes());
    }
    return write;
  }

  /** An observation says nothing of a lifecycle, so that of its predecessors goes on. */
  private static MemoryRecord inheriting(
      MemoryRecord fact, List<StoredRecord> superseded, AdmittedCandidate intake) {
    if (superseded.isEmpty()) {
      return fact;
    }
    Lifecycle inherited = InheritedLifecycle.of(superseded, intake.now());
    return fact.toBuilder().lifecycle(inherited.withLastReinforcedAt(intake.now())).build();
  }

  private static MemoryRecord superseding(
      MemoryRecord fact, List<StoredRecord> superseded, AdmittedCandidate intake) {
    if (superseded.isEmpty()) {
      return fact;
    }
    List<Relation> relations = new ArrayList<>(fact.relations());
    List<ProvenanceSource> sources = new ArrayList<>(fact.provenance().sources());
    for (StoredRecord stored : superseded) {
      String id = stored.record().id();
      relations.add(new Relation(RelationNames.SUPERSEDES, id, null, intake.now()));
      sources.add(
          new ProvenanceSource(ProvenanceKind.EVENT, id, null, intake.actor(), intake.now()));
    }
    RevisionState state =
        new RevisionState(superseded.get(0).record().id(), null, RevisionStatus.ACTIVE);
    return fact.toBuilder()
        .lifecycle(InheritedLifecycle.asSafe(fact.lifecycle(), superseded))
        .relations(relations)
        .provenance(new Provenance(sources, fact.provenance().createdBy()))
        .payload(((SemanticPayload) fact.payload()).withRevision(state))
        .build();
  }

  /** All of them, or none if one was stated later: what held before does not replace it. */
  private static List<StoredRecord> replaceable(FactSituation situation, AdmittedCandidate intake) {
    boolean isOutdated =
        situation.conflicts().stream()
            .anyMatch(stored -> lastStated(stored.record()).isAfter(intake.happened()));
    return isOutdated ? List.of() : situation.conflicts();
  }

  private static Instant lastStated(MemoryRecord fact) {
    return ((SemanticPayload) fact.payload())
        .evidence().stream()
            .map(ProvenanceRef::timestamp)
            .max(Comparator.naturalOrder())
            .orElse(fact.createdAt());
  }

  private void retire(List<StoredRecord> superseded, AdmittedCandidate intake, Write successor) {
    String id = successor.record().id();
    Anchor gone = new Anchor(0, intake.now());
    for (StoredRecord stored : superseded) {
      MemoryRecord retired =
          Withdrawal.retracted(
              stored.record(), id, intake.entry(AuditAction.REVISE, "Superseded by " + id));
      records.replace(stored, retired, gone, successor.changes());
    }
  }

  private void contest(List<StoredRecord> conflicts, AdmittedCandidate intake, Write successor) {
    String id = successor.record().id();
    for (StoredRecord stored : conflicts) {
      if (!Withdrawal.isContestedBy(stored.record(), id)) {
        MemoryRecord contested =
            Withdrawal.contested(
                stored.record(), id, intake.entry(AuditAction.REVISE, "Contested by " + id));
        records.replace(stored, contested, stored.anchor(), successor.changes());
      }
    }
  }

  private static void claim(String name, List<Key> standing, Write successor) {
    String id = successor.record().id();
    standing.forEach(successor.changes()::removeKey);
    successor.changes().addKey(new Key(name, id, id));
  }

  private static IngestResult result(FactSituation situation, List<StoredRecord> superseded) {
    if (!superseded.isEmpty()) {
      return IngestResult.REPLACED;
    }
    return situation.known().isPresent() ? IngestResult.REINFORCED : IngestResult.CREATED;
  }
}
