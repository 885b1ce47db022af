package dev.membrane.tck;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.Statistics;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A second, naive record of what was written, in plain lists. It says what a store has to answer.
 * It knows the contract, and no store.
 */
final class Ledger {

  /** In the order of arrival: a replacement keeps its place. */
  private final Map<String, LedgerEntry> entries = new LinkedHashMap<>();

  private final Map<String, List<AuditLink>> logs = new LinkedHashMap<>();

  /** A record that is there. */
  record LedgerEntry(Sample sample, long version, StoredRecord stored) {

    LedgerEntry(Sample sample, long version) {
      this(sample, version, sample.stored(version, List.of()));
    }

    boolean contains(String term) {
      return sample.terms().counts().containsKey(term);
    }
  }

  void write(Collection<? extends Change> changes) {
    changes.forEach(this::write);
  }

  void write(Change change) {
    logs.computeIfAbsent(change.id(), id -> new ArrayList<>()).addAll(change.audit());
    if (change instanceof Change.Insert insert) {
      put(insert.record(), insert.anchor(), insert.terms(), insert.version());
    } else if (change instanceof Change.Replace replace) {
      put(replace.record(), replace.anchor(), replace.terms(), replace.versionSeen() + 1);
    } else if (change instanceof Change.Reindex reindex) {
      put(reindex.record(), reindex.anchor(), reindex.terms(), reindex.versionSeen());
    } else {
      entries.remove(change.id());
    }
  }

  private void put(MemoryRecord record, Anchor anchor, Terms terms, long version) {
    entries.put(
        record.id(), new LedgerEntry(new Sample(record, anchor, terms, List.of()), version));
  }

  List<LedgerEntry> entries() {
    return new ArrayList<>(entries.values());
  }

  List<AuditLink> log(String id) {
    return logs.getOrDefault(id, List.of());
  }

  /** What a search by salience has to answer. */
  List<Hit> bySalience(Filter filter, int limit) {
    List<Hit> hits = new ArrayList<>();
    for (LedgerEntry entry : entries.values()) {
      if (filter.passes(entry.stored())) {
        hits.add(hit(entry, filter.at(), List.of()));
      }
    }
    Comparator<Hit> worstFirst = Comparator.comparingDouble(Hit::log2Salience);
    hits.sort(worstFirst.thenComparing(Hit::createdAt).reversed().thenComparing(Hit::id));
    return hits.subList(0, Math.min(limit, hits.size()));
  }

  /** What a search by terms has to answer, in no order. */
  Set<Hit> byTerms(Filter filter, List<String> terms, int limit) {
    Set<Hit> found = new HashSet<>();
    List<LedgerEntry> latestFirst = entries();
    Collections.reverse(latestFirst);
    latestFirst.removeIf(entry -> !passesInFull(filter, entry));
    for (String term : terms) {
      for (LedgerEntry entry : latestFirst) {
        if (found.size() < limit && entry.contains(term)) {
          found.add(hit(entry, filter.at(), terms));
        }
      }
    }
    return found;
  }

  private static boolean passesInFull(Filter filter, LedgerEntry entry) {
    StoredRecord stored = entry.stored();
    return filter.passes(stored) && filter.visibility().sees(stored.record());
  }

  static Hit hit(LedgerEntry entry, Instant at, List<String> asked) {
    MemoryRecord record = entry.sample().record();
    Anchor anchor = entry.sample().anchor();
    Map<String, Integer> counts = new HashMap<>(entry.sample().terms().counts());
    counts.keySet().retainAll(Set.copyOf(asked));
    return new Hit(
        record.id(),
        record.createdAt(),
        record.lifecycle().log2SalienceAt(anchor.salience(), anchor.at(), at),
        counts,
        asked.isEmpty() ? 0 : entry.sample().terms().length(),
        asked.isEmpty() ? "" : entry.sample().terms().mark());
  }

  RecordCounts termStatistics(Visibility visibility, Collection<String> terms) {
    long records = 0;
    long length = 0;
    Map<String, Long> recordsByTerm = new HashMap<>();
    for (LedgerEntry entry : entries.values()) {
      if (visibility.sees(entry.sample().record())) {
        records++;
        length += entry.sample().terms().length();
        Set.copyOf(terms).stream()
            .filter(entry::contains)
            .forEach(term -> recordsByTerm.merge(term, 1L, Long::sum));
      }
    }
    return new RecordCounts(records, length, recordsByTerm);
  }

  Statistics statistics(Instant at) {
    List<MemoryRecord> records = new ArrayList<>();
    entries.values().forEach(entry -> records.add(entry.stored().at(at)));
    Instant dayBefore = at.minus(Duration.ofHours(24));
    return new Statistics(
        records.stream().collect(groupingBy(MemoryRecord::type, counting())),
        records.stream().mapToDouble(MemoryRecord::salience).average().orElse(0),
        records.stream().mapToDouble(MemoryRecord::confidence).average().orElse(0),
        distribution(records),
        count(records, record -> record.salience() > 0),
        count(records, record -> record.lifecycle().pinned()),
        count(
            records,
            record -> !record.createdAt().isBefore(dayBefore) && !record.createdAt().isAfter(at)),
        actions(),
        successRate(records),
        executionCount(records));
  }

  private static long count(List<MemoryRecord> records, Predicate<MemoryRecord> wanted) {
    return records.stream().filter(wanted).count();
  }

  private static List<Long> distribution(List<MemoryRecord> records) {
    double[] bounds = {0, 0.2, 0.4, 0.6, 0.8, Double.POSITIVE_INFINITY};
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      double least = bounds[i];
      double bound = bounds[i + 1];
      counts.add(count(records, record -> record.salience() >= least && record.salience() < bound));
    }
    return counts;
  }

  private Map<AuditAction, Long> actions() {
    return logs.values().stream()
        .flatMap(List::stream)
        .map(AuditLink::entry)
        .collect(groupingBy(AuditEntry::action, counting()));
  }

  private static double successRate(List<MemoryRecord> records) {
    return records.stream()
        .map(MemoryRecord::payload)
        .filter(payload -> payload instanceof CompetencePayload)
        .map(payload -> ((CompetencePayload) payload).performance())
        .filter(performance -> performance != null)
        .mapToDouble(performance -> performance.successRate())
        .average()
        .orElse(0);
  }

  private static double executionCount(List<MemoryRecord> records) {
    return records.stream()
        .map(MemoryRecord::payload)
        .filter(payload -> payload instanceof PlanGraphPayload)
        .map(payload -> ((PlanGraphPayload) payload).metrics())
        .filter(metrics -> metrics != null)
        .mapToDouble(metrics -> (double) metrics.executionCount())
        .average()
        .orElse(0);
  }
}
