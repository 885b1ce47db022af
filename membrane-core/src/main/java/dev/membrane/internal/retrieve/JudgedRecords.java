package dev.membrane.internal.retrieve;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds out which records are meant by what only the records themselves say. Each is read once.
 * What weighs more than {@link CandidateSearch#MAX_TO_JUDGE} is not meant. Not thread-safe.
 */
final class JudgedRecords {

  private final MemoryStore store;
  private final Predicate<MemoryRecord> test;
  private final Set<String> judged = new HashSet<>();
  private final Set<String> meant = new HashSet<>();

  JudgedRecords(MemoryStore store, Predicate<MemoryRecord> test) {
    this.store = store;
    this.test = test;
  }

  /** Those of some that are meant. */
  List<Hit> among(List<Hit> hits) {
    List<String> unread = hits.stream().map(Hit::id).filter(judged::add).toList();
    for (int next = 0; next < unread.size(); next += CandidateSearch.CHUNK) {
      int end = Math.min(unread.size(), next + CandidateSearch.CHUNK);
      store.get(unread.subList(next, end), CandidateSearch.MAX_TO_JUDGE).stream()
          .map(StoredRecord::record)
          .filter(test)
          .forEach(record -> meant.add(record.id()));
    }
    return hits.stream().filter(hit -> meant.contains(hit.id())).toList();
  }
}
