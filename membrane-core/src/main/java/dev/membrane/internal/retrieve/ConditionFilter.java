package dev.membrane.internal.retrieve;

import dev.membrane.internal.retrieve.question.QuestionContext;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Leaves out records that contradict the context. A store cannot filter by that, so the records
 * have to be read. A filter reads each record once, and reads none if the context is empty. Not
 * thread-safe.
 */
final class ConditionFilter {

  private final JudgedRecords contradicting;
  private final boolean open;

  ConditionFilter(MemoryStore store, Filter filter, QuestionContext context) {
    this.contradicting = new JudgedRecords(store, record -> !context.admits(record));
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
      Set<String> leftOut =
          contradicting.among(chunk).stream().map(Hit::id).collect(Collectors.toSet());
      chunk.stream().filter(hit -> !leftOut.contains(hit.id())).forEach(first::add);
    }
    return first.subList(0, Math.min(count, first.size()));
  }
}
