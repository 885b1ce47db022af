package dev.membrane.internal.history;

import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors.Near;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Searches by looking at all records once, and holds no more than the answer. */
final class PastSearch {

  private static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble(Hit::log2Salience)
          .reversed()
          .thenComparing(Hit::createdAt, Comparator.reverseOrder())
          .thenComparing(Hit::id);

  /** How many vectors are compared together. */
  private static final int BATCH = 500;

  private final PastRows rows;

  PastSearch(PastRows rows) {
    this.rows = rows;
  }

  List<Hit> mostSalient(Filter filter, int limit) {
    TopK<Hit> best = new TopK<>(BEST_FIRST, limit);
    rows.forEach(
        row -> {
          if (filter.passes(row.stored())) {
            best.add(row.bare(filter.at()));
          }
        });
    return best.inOrder();
  }

  /** The records come in the order of arrival, so of each term the last of them are kept. */
  List<Hit> candidates(Filter filter, List<String> terms, int limit) {
    Map<String, Deque<Hit>> latest = new HashMap<>();
    terms.forEach(term -> latest.put(term, new ArrayDeque<>()));
    rows.forEach(
        row -> {
          if (row.passesInFull(filter)) {
            Hit hit = row.hit(filter.at(), terms);
            hit.termCounts()
                .keySet()
                .forEach(term -> add(hit, Objects.requireNonNull(latest.get(term)), limit));
          }
        });
    Map<String, Hit> found = new LinkedHashMap<>();
    for (String term : terms) {
      Objects.requireNonNull(latest.get(term)).forEach(hit -> found.putIfAbsent(hit.id(), hit));
    }
    return found.values().stream().limit(limit).toList();
  }

  private static void add(Hit hit, Deque<Hit> latest, int limit) {
    latest.addFirst(hit);
    if (latest.size() > limit) {
      latest.removeLast();
    }
  }

  RecordCounts termStatistics(Visibility visibility, Collection<String> terms) {
    Map<String, Long> records = new HashMap<>();
    long[] all = new long[2];
    rows.forEach(
        row -> {
          if (visibility.sees(row.record())) {
            all[0]++;
            all[1] += row.terms().length();
            Map<String, Integer> counts = row.terms().counts();
            terms.stream()
                .filter(counts::containsKey)
                .forEach(term -> records.merge(term, 1L, Long::sum));
          }
        });
    return new RecordCounts(all[0], all[1], records);
  }

  List<Near> nearest(Filter filter, String model, Vector vector, int limit) {
    TopK<Near> best = new TopK<>(Near.NEAREST_FIRST, limit);
    Map<String, Hit> batch = new LinkedHashMap<>();
    rows.forEach(
        row -> {
          if (row.passesInFull(filter)) {
            batch.put(row.id(), row.beside(filter.at()));
          }
          if (batch.size() == BATCH) {
            compare(model, vector, batch, best);
          }
        });
    compare(model, vector, batch, best);
    return best.inOrder();
  }

  private void compare(String model, Vector vector, Map<String, Hit> batch, TopK<Near> best) {
    if (!batch.isEmpty()) {
      rows.cosines(model, vector, List.copyOf(batch.keySet()))
          .forEach(
              (id, cosine) -> best.add(new Near(Objects.requireNonNull(batch.get(id)), cosine)));
      batch.clear();
    }
  }

  /** The ids of the records after a place that pass, at most so many. */
  List<String> arrivals(Arrivals asked, long after) {
    List<String> ids = new ArrayList<>();
    rows.until(
        after,
        row -> {
          if (asked.filter().passes(row.stored())
              && asked.created().contains(row.record().createdAt())
              && asked.updated().contains(row.record().updatedAt())) {
            ids.add(row.id());
          }
          return ids.size() == asked.limit();
        });
    return ids;
  }
}
