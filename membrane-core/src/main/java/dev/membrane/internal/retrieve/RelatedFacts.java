package dev.membrane.internal.retrieve;

import dev.membrane.internal.text.RecordTies;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Facts that have the same subject or came from the same episode expand each other, and an episode
 * expands the facts that came from it. The more records share such a tie, the less it says about
 * each of them, so the weight is divided among them.
 *
 * @param weight how much of one record counts in the other if no third one shares the tie
 */
record RelatedFacts(double weight, RecordTies ties) {

  /** How many of the records found expand others, those that the text speaks for most. */
  private static final int REACH = 16;

  /** How many ties are followed, those of the best first. */
  private static final int MAX_TIES = 64;

  /** The most records that are expanded, the latest of a tie first. */
  private static final int MAX = 256;

  /**
   * Expands the facts that share a tie with the records found.
   *
   * @param found the best first
   * @return by the ids of facts, those of the records found that they came from
   */
  Map<String, Set<String>> expand(
      MemoryStore store, CheckedRequest question, List<Hit> found, NeighbourWeights weights) {
    Filter filter = question.filterOf(Set.of(MemoryType.SEMANTIC));
    if (filter == null || found.isEmpty() || weight == 0) {
      return Map.of();
    }
    List<Hit> first = found.subList(0, Math.min(REACH, found.size()));
    Map<String, List<Hit>> sources = sources(store, first, filter.at());
    List<Hit> tied = store.search(filter, rarestFirst(sources.keySet()), MAX);
    Map<String, Set<Hit>> members = new LinkedHashMap<>();
    sources.forEach(
        (tie, some) -> {
          Set<Hit> all = members(tie, some, tied, weights);
          expand(some, all, weights);
          members.put(tie, all);
        });
    return origins(found, members);
  }

  private static Map<String, Set<String>> origins(
      List<Hit> found, Map<String, Set<Hit>> membersByTie) {
    Map<String, Set<String>> origins = new HashMap<>();
    for (Hit origin : found) {
      membersByTie.getOrDefault(RecordTies.from(origin.id()), Set.of()).stream()
          .map(Hit::id)
          .filter(id -> !id.equals(origin.id()))
          .forEach(id -> origins.computeIfAbsent(id, fact -> new HashSet<>()).add(origin.id()));
    }
    return origins;
  }

  /** Fewer facts come from one record than are about one subject. */
  private static List<String> rarestFirst(Set<String> ties) {
    return ties.stream().limit(MAX_TIES).sorted(Comparator.reverseOrder()).toList();
  }

  /** Sources by tie. */
  private Map<String, List<Hit>> sources(MemoryStore store, List<Hit> found, Instant at) {
    Map<String, List<Hit>> sources = new LinkedHashMap<>();
    found.forEach(hit -> add(sources, RecordTies.from(hit.id()), hit));
    Map<String, Hit> byId = new LinkedHashMap<>();
    found.forEach(hit -> byId.put(hit.id(), hit));
    facts(store, byId.keySet(), at)
        .forEach(fact -> ties.of(fact).forEach(tie -> add(sources, tie, byId.get(fact.id()))));
    return sources;
  }

  /** Those of the records that are facts; others may be large, so their content is not read. */
  private static List<MemoryRecord> facts(MemoryStore store, Set<String> ids, Instant at) {
    List<String> facts =
        store.headers(ids, at).stream().filter(RelatedFacts::isFact).map(RecordHeader::id).toList();
    return facts.isEmpty()
        ? List.of()
        : store.get(facts, CandidateSearch.MAX_TO_JUDGE).stream()
            .map(StoredRecord::record)
            .toList();
  }

  private static boolean isFact(RecordHeader header) {
    RedactedRecord outline = header.outline();
    return outline != null && outline.type() == MemoryType.SEMANTIC;
  }

  private static void add(Map<String, List<Hit>> sources, String tie, @Nullable Hit hit) {
    if (hit != null) {
      sources.computeIfAbsent(tie, name -> new ArrayList<>()).add(hit);
    }
  }

  private static Set<Hit> members(
      String tie, List<Hit> sources, List<Hit> tied, NeighbourWeights weights) {
    Set<Hit> members = new LinkedHashSet<>(sources);
    tied.stream()
        .filter(hit -> hit.termCounts().containsKey(tie))
        .map(weights::known)
        .forEach(members::add);
    return members;
  }

  private void expand(List<Hit> sources, Set<Hit> members, NeighbourWeights weights) {
    for (Hit source : sources) {
      members.stream()
          .filter(member -> !member.id().equals(source.id()))
          .forEach(member -> weights.add(source, member, weight / (members.size() - 1)));
    }
  }
}
