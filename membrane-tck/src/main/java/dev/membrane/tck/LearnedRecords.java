package dev.membrane.tck;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.change.FactIdentity;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RevisablePayload;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validation;
import dev.membrane.spi.Notebook.Knowledge;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The records that a stage makes and callers state, and why they lost episodes. Not thread-safe.
 */
final class LearnedRecords {

  private static final LearningScope HERE = new LearningScope(null, Sensitivity.PUBLIC);

  private final Samples samples = new Samples();
  private final Map<String, LearnedRecord> learned = new LinkedHashMap<>();
  private final Set<String> made = new HashSet<>();
  private final Set<String> retracted = new HashSet<>();
  private final Map<String, List<String>> reasons = new HashMap<>();

  /** A record and what it was made of. */
  private record LearnedRecord(MemoryRecord record, Knowledge knowledge) {}

  /** All that is known, the oldest first. */
  List<Knowledge> knowledge() {
    return learned.values().stream().map(LearnedRecord::knowledge).toList();
  }

  /** All records, the oldest first. */
  List<MemoryRecord> records() {
    return learned.values().stream().map(LearnedRecord::record).toList();
  }

  /** The ids of all records. */
  Set<String> ids() {
    return Set.copyOf(learned.keySet());
  }

  Optional<MemoryRecord> find(String id) {
    return Optional.ofNullable(learned.get(id)).map(LearnedRecord::record);
  }

  boolean isRetracted(String id) {
    return retracted.contains(id);
  }

  /** An episode, and the records that are erased with it as they have no other. */
  Set<String> onlyFrom(String episodeId) {
    Set<String> ids = new HashSet<>(Set.of(episodeId));
    learned.forEach(
        (id, one) -> {
          if (Set.copyOf(one.knowledge().episodes()).equals(Set.of(episodeId))) {
            ids.add(id);
          }
        });
    return ids;
  }

  /** The rationales with which records lost an episode. */
  List<String> reasonsWithout(String episodeId) {
    return reasons.getOrDefault(episodeId, List.of());
  }

  /** Forgets the rationales so far. */
  void forgetReasons() {
    reasons.clear();
  }

  /** A caller states a fact; answers with its id. */
  String state(Knowledge fact, @Nullable RevisionState revision) {
    SemanticPayload payload = ((SemanticPayload) fact.payload()).withEvidence(List.of());
    Sample sample = samples.of(revision == null ? payload : payload.withRevision(revision));
    MemoryRecord record = sample.record().toBuilder().tags(fact.tags()).build();
    learned.put(
        sample.id(),
        new LearnedRecord(
            record, new Knowledge(record.payload(), record.confidence(), List.of(), fact.tags())));
    return sample.id();
  }

  /** Removes all records, as the end of their time to keep does. */
  void prune() {
    learned.clear();
  }

  /** A caller deletes all records. */
  void retract() {
    retracted.addAll(learned.keySet());
    learned.clear();
  }

  /** How many records say the same fact as the knowledge. */
  long copiesOf(Knowledge knowledge) {
    return sameFacts(knowledge).count();
  }

  /** Those that say the same fact as the knowledge. */
  Stream<MemoryRecord> sameFacts(Knowledge knowledge) {
    Optional<FactIdentity> identity = identity(knowledge);
    return learned.values().stream()
        .filter(one -> identity.isPresent() && identity(one.knowledge()).equals(identity))
        .map(LearnedRecord::record);
  }

  /** That of a fact that holds everywhere. */
  static Optional<FactIdentity> identity(Knowledge knowledge) {
    return knowledge.payload() instanceof SemanticPayload fact
        ? FactIdentity.of(HERE, fact, knowledge.tags().contains(MemoryRecord.HEARSAY))
        : Optional.empty();
  }

  /** Adds what a stage makes; answers with its id. */
  String add(Knowledge knowledge) {
    Sample sample = samples.of(knowledge.payload());
    made.add(sample.id());
    put(sample.id(), sample.record(), knowledge);
    return sample.id();
  }

  /** Replaces what a record says, as far as a stage may. */
  void replace(String id, Knowledge knowledge, String rationale) {
    LearnedRecord known = learned.get(id);
    if (known == null) {
      throw new IllegalArgumentException("there is no record " + id);
    }
    if (!saysSame(known.knowledge().payload(), knowledge.payload())) {
      requireMadeByStage(id);
    }
    // A record keeps the tags that it was made with.
    Knowledge tagged =
        new Knowledge(
            revisedAs(known.record(), knowledge.payload()),
            knowledge.confidence(),
            knowledge.episodes(),
            known.knowledge().tags());
    lose(known.knowledge(), knowledge.episodes(), rationale);
    put(id, known.record(), tagged);
  }

  private static boolean saysSame(Payload one, Payload other) {
    return one instanceof SemanticPayload fact
        && other instanceof SemanticPayload same
        && fact.subject().equals(same.subject())
        && fact.predicate().equals(same.predicate())
        && fact.object().equals(same.object());
  }

  /** What revisions have said of a record stays. */
  private static Payload revisedAs(MemoryRecord before, Payload payload) {
    RevisionState state = before.revision();
    return state != null && payload instanceof RevisablePayload revisable
        ? (Payload) revisable.withRevision(state)
        : payload;
  }

  /** Refuses a record that no stage made. */
  void requireMadeByStage(String id) {
    if (!made.contains(id)) {
      throw new IllegalArgumentException("no stage made the record " + id);
    }
  }

  private void put(String id, MemoryRecord record, Knowledge knowledge) {
    MemoryRecord after =
        record.toBuilder()
            .payload(knowledge.payload())
            .confidence(knowledge.confidence())
            .tags(knowledge.tags())
            .provenance(provenance(id, record.provenance(), knowledge))
            .build();
    Validation.check(after);
    learned.put(id, new LearnedRecord(after, knowledge));
  }

  /** The source that a caller has named stays. */
  private Provenance provenance(String id, Provenance before, Knowledge knowledge) {
    Provenance learnedFrom = Scenes.learnedFrom(knowledge.episodes());
    if (made.contains(id)) {
      return learnedFrom;
    }
    List<ProvenanceSource> sources = new ArrayList<>(before.sources().subList(0, 1));
    sources.addAll(learnedFrom.sources());
    return new Provenance(sources, before.createdBy());
  }

  private void lose(Knowledge before, List<String> left, String rationale) {
    requireNonNull(rationale, "rationale");
    before.episodes().stream()
        .filter(episode -> !left.contains(episode))
        .forEach(
            episode -> reasons.computeIfAbsent(episode, it -> new ArrayList<>()).add(rationale));
  }

  /** Removes what a stage made. */
  void remove(String id, String rationale) {
    requireMadeByStage(id);
    LearnedRecord known = learned.remove(id);
    if (known != null) {
      lose(known.knowledge(), List.of(), rationale);
    }
  }
}
