package dev.membrane.internal.erase;

import dev.membrane.internal.keys.RelationNames;
import dev.membrane.internal.text.RecordTies;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Payload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisablePayload;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which records were learned or derived from others, by what they say themselves: their evidence,
 * their sources, and their relation {@code derived_from}. An episode is experience, and is learned
 * from nothing. Thread-safe.
 */
final class Lineage {

  private static final int MAX_AT_ONCE = 1_000;
  private static final int MAX_TARGETS = 100;
  private static final Set<String> FROM_PREDECESSORS =
      Set.of(RelationNames.SUPERSEDES, RelationNames.DERIVED_FROM);

  private final MemoryStore store;
  private final Visibility visibility;
  private final Instant now;

  /** Follows only records that are seen in full. */
  Lineage(MemoryStore store, Visibility visibility, Instant now) {
    this.store = store;
    this.visibility = visibility;
    this.now = now;
  }

  /**
   * The ids of records that may name some records: those with a relation to one of them, and those
   * that have one among their sources and evidence.
   */
  Set<String> near(Collection<String> ids) {
    Set<String> near = new HashSet<>();
    if (ids.isEmpty()) {
      return near;
    }
    EnumSet<MemoryType> types = EnumSet.complementOf(EnumSet.of(MemoryType.EPISODIC));
    Filter learned = Filter.ofAll(visibility, now).withTypes(types);
    List<String> ties =
        ids.stream().flatMap(id -> Stream.of(RecordTies.from(id), RecordTies.naming(id))).toList();
    List<Hit> hits;
    int limit = MAX_AT_ONCE / 2;
    do {
      limit = Math.multiplyExact(limit, 2);
      hits = store.search(learned, ties, limit);
    } while (hits.size() == limit);
    hits.forEach(hit -> near.add(hit.id()));
    List<String> targets = List.copyOf(ids);
    for (int i = 0; i < targets.size(); i += MAX_TARGETS) {
      addRelated(targets.subList(i, Math.min(targets.size(), i + MAX_TARGETS)), near);
    }
    return near;
  }

  private void addRelated(List<String> targets, Set<String> near) {
    List<String> page;
    String after = "";
    do {
      page = store.related(visibility, targets, after, MAX_AT_ONCE);
      near.addAll(page);
      after = page.isEmpty() ? after : page.get(page.size() - 1);
    } while (page.size() == MAX_AT_ONCE);
  }

  /** Whether a record names one of some others as what it is learned from. */
  static boolean isFrom(MemoryRecord record, Set<String> ids) {
    return grounds(record).anyMatch(ids::contains);
  }

  /** Whether a record names nothing else as what it is learned from. */
  static boolean isOnlyFrom(MemoryRecord record, Set<String> ids) {
    return grounds(record).allMatch(ids::contains);
  }

  /** The ids of the records, and the names of other sources, that a record is learned from. */
  static Stream<String> grounds(MemoryRecord record) {
    if (record.payload() instanceof EpisodicPayload) {
      return Stream.empty();
    }
    Stream<String> derived =
        record.relations().stream()
            .filter(relation -> relation.predicate().equals(RelationNames.DERIVED_FROM))
            .map(Relation::targetId);
    Stream<String> sources = record.provenance().sources().stream().map(ProvenanceSource::ref);
    Stream<String> evidence =
        record.payload() instanceof SemanticPayload fact
            ? fact.evidence().stream().map(ProvenanceRef::sourceId)
            : Stream.empty();
    return Stream.of(derived, sources, evidence).flatMap(some -> some).map(Lineage::ground);
  }

  /** The id that a name is, which may be written in either case; any other name as it is. */
  private static String ground(String name) {
    return RecordIds.canonical(name).orElse(name);
  }

  /**
   * A record that no longer names some others. It has to have a source: if it has lost all, what
   * else it is learned from takes their place; if that is nothing, they stay.
   */
  static MemoryRecord without(MemoryRecord record, Set<String> ids) {
    List<ProvenanceSource> sources =
        record.provenance().sources().stream()
            .filter(it -> !ids.contains(ground(it.ref())))
            .toList();
    MemoryRecord.Builder without =
        record.toBuilder()
            .relations(
                record.relations().stream()
                    .filter(it -> !ids.contains(ground(it.targetId())))
                    .toList());
    if (record.payload() instanceof EpisodicPayload) {
      return without.build();
    }
    List<ProvenanceSource> standing = sources.isEmpty() ? others(record, ids) : sources;
    if (!standing.isEmpty()) {
      without.provenance(new Provenance(standing, record.provenance().createdBy()));
    }
    Payload payload = withoutRevision(record, ids);
    without.payload(
        payload instanceof SemanticPayload fact
            ? fact.withEvidence(
                fact.evidence().stream()
                    .filter(it -> !ids.contains(ground(it.sourceId())))
                    .toList())
            : payload);
    return without.build();
  }

  /**
   * The payload, which names none of some records as its predecessor or successor. A record stays
   * retired without its successor.
   */
  private static Payload withoutRevision(MemoryRecord record, Set<String> ids) {
    RevisionState state = record.revision();
    if (state == null || !(record.payload() instanceof RevisablePayload payload)) {
      return record.payload();
    }
    boolean isSuccessorGone = isOne(state.supersededBy(), ids);
    if (!isSuccessorGone && !isOne(state.supersedes(), ids)) {
      return record.payload();
    }
    return payload.withRevision(
        new RevisionState(
            isOne(state.supersedes(), ids) ? null : state.supersedes(),
            isSuccessorGone ? null : state.supersededBy(),
            isSuccessorGone ? RevisionStatus.RETRACTED : state.status()));
  }

  private static boolean isOne(@Nullable String name, Set<String> ids) {
    return name != null && ids.contains(ground(name));
  }

  /** The ids of the records that may name a record as their successor. */
  static Stream<String> replacedBy(MemoryRecord record) {
    RevisionState state = record.revision();
    Stream<String> predecessor =
        state == null ? Stream.empty() : Stream.ofNullable(state.supersedes());
    Stream<String> merged =
        record.relations().stream()
            .filter(it -> FROM_PREDECESSORS.contains(it.predicate()))
            .map(Relation::targetId);
    return Stream.concat(predecessor, merged).map(Lineage::ground);
  }

  /** Makes a source of a name, not as learning names an episode: it may be any record, or none. */
  private static ProvenanceSource source(String ground) {
    return new ProvenanceSource(ProvenanceKind.EVENT, ground, null, LearnedErasure.ACTOR, null);
  }

  private static List<ProvenanceSource> others(MemoryRecord record, Set<String> ids) {
    return grounds(record)
        .filter(ground -> !ids.contains(ground))
        .distinct()
        .map(Lineage::source)
        .toList();
  }
}
