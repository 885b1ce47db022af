package dev.membrane.internal.retrieve;

import dev.membrane.schema.MemoryType;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Leaves out records that contradict the context. A store cannot filter by that, so the records
 * have to be read. A filter reads each record once, and reads none if the context is empty. Not
 * thread-safe.
 */
final class ConditionFilter {

  private final MemoryStore store;
  private final QuestionContext context;
  private final boolean open;
  private final Set<String> admitted = new HashSet<>();
  private final Set<String> judged = new HashSet<>();

  ConditionFilter(MemoryStore store, Filter filter, QuestionContext context) {
    this.store = store;
    this.context = context;
    this.open = context.isUnknown() || !filter.types().contains(MemoryType.SEMANTIC);
  }

  /** Whether everything is let in. */
  boolean isOpen() {
    return open;
  }

  /** The first of some hits that are let in, in their order, at most {@code count}. */
  List<Hit> first(List<Hit> hits, int count) {
    if (open) {
      return hits.subList(0, Math.min(count, hits.size()));
    }
    List<Hit> first = new ArrayList<>();
    for (int next = 0; next < hits.size() && first.size() < count; next += CandidateSearch.CHUNK) {
      List<Hit> chunk = hits.subList(next, Math.min(hits.size(), next + CandidateSearch.CHUNK));
      judge(chunk);
      chunk.stream().filter(hit -> admitted.contains(hit.id())).forEach(first::add);
    }
    return first.subList(0, Math.min(count, first.size()));
  }

  private void judge(List<Hit> hits) {
    List<String> unread = hits.stream().map(Hit::id).filter(judged::add).toList();
    if (!unread.isEmpty()) {
      admitted.addAll(unread);
      store.get(unread, CandidateSearch.MAX_TO_JUDGE).stream()
          .map(StoredRecord::record)
          .filter(record -> !context.admits(record))
          .forEach(record -> admitted.remove(record.id()));
    }
  }
}
