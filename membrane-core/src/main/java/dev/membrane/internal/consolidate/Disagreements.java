package dev.membrane.internal.consolidate;

import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.keys.RelationNames;
import dev.membrane.internal.text.RecordTies;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.Relation;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.ValidityMode;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Marks facts that give one subject and predicate different objects. The facts that a batch has
 * made are compared with those that hold in the same scope and sensitivity, whoever stated them.
 * Both sides are marked, and nothing else is changed. If a fact is taken back, its marks go with
 * it. Hearsay puts no mark on facts that were said.
 *
 * <p>Many properties have several values at once. If one episode states several, or if more than
 * {@value #MAX_SIDES} hold already, the values do not exclude each other and nothing is marked.
 * This bounds the work: three statements for a scope and sensitivity, whatever a batch has made.
 */
final class Disagreements {

  /** The most facts that one disagrees with. */
  private static final int MAX_SIDES = 8;

  /** The most facts that are looked at, those that do not hold any more included. */
  private static final int MAX_READ = 50;

  private static final Comparator<MemoryRecord> LATEST_FIRST =
      Comparator.comparing(MemoryRecord::createdAt).reversed().thenComparing(MemoryRecord::id);

  private final MemoryStore store;
  private final RecordTies ties = new RecordTies(new TextAnalyzer());
  private final StageCommit commit;
  private final String actor;
  private final Instant now;

  Disagreements(MemoryStore store, StageCommit commit, String actor, Instant now) {
    this.store = store;
    this.commit = commit;
    this.actor = actor;
    this.now = now;
  }

  /** Marks what the batch has made and unmarks what it has taken back. */
  void mark() {
    List<RecordEdit> edits = commit.edits();
    unmark(edits.stream().filter(it -> it.isDeleted() && it.before() != null).toList());
    Map<LearningScope, Map<String, List<MemoryRecord>>> made = new LinkedHashMap<>();
    edits.stream()
        .filter(it -> it.before() == null && !it.isDeleted())
        .map(RecordEdit::record)
        .filter(Disagreements::holdsAnywhere)
        .forEach(
            fact ->
                ties.claim(fact)
                    .ifPresent(
                        claim ->
                            made.computeIfAbsent(
                                    LearningScope.of(fact), scope -> new LinkedHashMap<>())
                                .computeIfAbsent(claim, it -> new ArrayList<>())
                                .add(fact)));
    made.forEach(this::compare);
  }

  private void compare(LearningScope scope, Map<String, List<MemoryRecord>> made) {
    Map<String, List<MemoryRecord>> known = known(scope, made.keySet());
    made.forEach(
        (claim, facts) -> {
          List<MemoryRecord> others = known.get(claim);
          if (others != null) {
            compare(onOneSide(facts, true), onOneSide(others, true));
            compare(onOneSide(facts, false), onOneSide(others, false));
          }
        });
  }

  private static List<MemoryRecord> onOneSide(List<MemoryRecord> facts, boolean hearsay) {
    return facts.stream()
        .filter(fact -> fact.tags().contains(MemoryRecord.HEARSAY) == hearsay)
        .toList();
  }

  private void compare(List<MemoryRecord> made, List<MemoryRecord> known) {
    List<MemoryRecord> all = Stream.concat(known.stream(), made.stream()).toList();
    if (known.size() > MAX_SIDES || isList(all)) {
      return;
    }
    for (int i = known.size(); i < all.size(); i++) {
      MemoryRecord fact = all.get(i);
      all.subList(0, i).stream()
          .filter(other -> disagree(fact, other))
          .sorted(LATEST_FIRST)
          .limit(MAX_SIDES)
          .forEach(other -> relate(fact, other));
    }
  }

  /** The facts that hold, by their claims. A claim that too many facts have is left out. */
  private Map<String, List<MemoryRecord>> known(LearningScope scope, Set<String> claims) {
    Visibility visibility = scope.visibility();
    Map<String, Long> counts = store.termStatistics(visibility, claims).recordsByTerm();
    Map<String, List<MemoryRecord>> known = new HashMap<>();
    List<String> few = new ArrayList<>();
    long expected = 0;
    for (String claim : claims) {
      long count = counts.getOrDefault(claim, 0L);
      if (count <= MAX_READ) {
        known.put(claim, new ArrayList<>());
      }
      if (count > 0 && count <= MAX_READ) {
        few.add(claim);
        expected += count;
      }
    }
    if (!few.isEmpty()) {
      read(scope, search(visibility, few, (int) expected), known);
    }
    return known;
  }

  private List<Hit> search(Visibility visibility, List<String> claims, int limit) {
    Filter filter = Filter.of(visibility, now).withTypes(Set.of(MemoryType.SEMANTIC));
    return store.search(filter, claims, limit);
  }

  private void read(LearningScope scope, List<Hit> hits, Map<String, List<MemoryRecord>> known) {
    commit.prefetchRecords(hits.stream().map(Hit::id).toList());
    for (Hit hit : hits) {
      Optional<MemoryRecord> fact =
          commit
              .record(hit.id())
              .map(RecordEdit::record)
              .filter(record -> LearningScope.of(record).equals(scope) && holdsAnywhere(record));
      fact.ifPresent(it -> hit.termCounts().keySet().forEach(claim -> add(known, claim, it)));
    }
  }

  private static void add(Map<String, List<MemoryRecord>> known, String claim, MemoryRecord fact) {
    List<MemoryRecord> facts = known.get(claim);
    if (facts != null) {
      facts.add(fact);
    }
  }

  /** Whether a fact leaves no room for others: it holds under all conditions, and at any time. */
  private static boolean holdsAnywhere(MemoryRecord record) {
    return !record.isRetired()
        && record.payload() instanceof SemanticPayload fact
        && fact.validity().mode() == ValidityMode.GLOBAL;
  }

  /** Whether an episode gives several objects side by side. */
  private static boolean isList(List<MemoryRecord> facts) {
    Map<String, JsonValue> objects = new HashMap<>();
    for (MemoryRecord record : facts) {
      SemanticPayload fact = (SemanticPayload) record.payload();
      for (ProvenanceRef evidence : fact.evidence()) {
        JsonValue object = wording(fact.object());
        if (!objects.computeIfAbsent(evidence.sourceId(), id -> object).equals(object)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean disagree(MemoryRecord one, MemoryRecord other) {
    SemanticPayload fact = (SemanticPayload) one.payload();
    return !wording(fact.object()).equals(wording(((SemanticPayload) other.payload()).object()));
  }

  private static JsonValue wording(JsonValue object) {
    return object instanceof JsonString text
        ? new JsonString(text.value().strip().toLowerCase(Locale.ROOT))
        : object;
  }

  private void relate(MemoryRecord one, MemoryRecord other) {
    add(one.id(), other.id());
    add(other.id(), one.id());
  }

  private void add(String id, String otherId) {
    Relation relation = new Relation(RelationNames.CONTRADICTS, otherId, null, now);
    change(
        id,
        "Contradicts " + otherId,
        relations -> Stream.concat(relations.stream(), Stream.of(relation)).toList());
  }

  private void unmark(List<RecordEdit> deleted) {
    Map<String, List<String>> sides = new LinkedHashMap<>();
    for (RecordEdit gone : deleted) {
      gone.record().relations().stream()
          .filter(relation -> relation.predicate().equals(RelationNames.CONTRADICTS))
          .forEach(
              relation ->
                  sides
                      .computeIfAbsent(relation.targetId(), id -> new ArrayList<>())
                      .add(gone.record().id()));
    }
    commit.prefetchRecords(sides.keySet());
    sides.forEach((side, ids) -> ids.forEach(id -> remove(side, id)));
  }

  private void remove(String id, String otherId) {
    change(
        id,
        "No longer contradicts " + otherId,
        relations ->
            relations.stream()
                .filter(
                    relation ->
                        !relation.predicate().equals(RelationNames.CONTRADICTS)
                            || !relation.targetId().equals(otherId))
                .toList());
  }

  private void change(String id, String why, UnaryOperator<List<Relation>> changing) {
    Optional<RecordEdit> known = commit.record(id);
    List<Relation> relations =
        known.map(it -> changing.apply(it.record().relations())).orElse(List.of());
    if (known.isPresent() && !relations.equals(known.get().record().relations())) {
      RecordEdit before = known.get();
      MemoryRecord record = before.record();
      AuditEntry entry = new AuditEntry(AuditAction.REVISE, actor, now, why);
      MemoryRecord after = record.toBuilder().relations(relations).build();
      commit.put(before.then(after, before.anchor(), entry));
    }
  }
}
