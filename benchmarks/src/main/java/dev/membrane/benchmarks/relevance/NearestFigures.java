package dev.membrane.benchmarks.relevance;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Vector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a store answers about the nearest ten, and how fast. */
final class NearestFigures {

  private static final int K = 10;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

  /** Passes every record. */
  static final Filter ALL = filter(Sensitivity.HYPER, null, Set.of());

  /** The filters that pass many records, by what they are. */
  static final Map<String, Filter> FILTERS = filters();

  /** The answers to some questions, and the nanoseconds that each took. */
  record NearestAnswers(List<List<String>> ids, List<Long> nanos) {

    double millis(double share) {
      List<Long> sorted = nanos.stream().sorted().toList();
      return sorted.get((int) Math.ceil(share * sorted.size()) - 1) / NANOS_PER_MILLI;
    }

    /** Which share of the answers of another one are among these. */
    double recallOf(NearestAnswers exact) {
      int found = 0;
      int wanted = 0;
      for (int i = 0; i < ids.size(); i++) {
        Set<String> these = new HashSet<>(ids.get(i));
        wanted += exact.ids().get(i).size();
        found += (int) exact.ids().get(i).stream().filter(these::contains).count();
      }
      return (double) found / wanted;
    }
  }

  private NearestFigures() {}

  static Filter filter(Sensitivity ceiling, @Nullable Set<String> scopes, Set<String> tags) {
    return Filter.of(new Visibility(ceiling, scopes), NOW).withTags(tags);
  }

  static NearestAnswers ask(MemoryStore store, Filter filter, List<Vector> questions) {
    List<List<String>> ids = new ArrayList<>();
    List<Long> nanos = new ArrayList<>();
    for (Vector question : questions) {
      long begin = System.nanoTime();
      ids.add(
          store.vectors().orElseThrow().nearest(filter, Filling.MODEL, question, K).stream()
              .map(near -> near.hit().id())
              .toList());
      nanos.add(System.nanoTime() - begin);
    }
    return new NearestAnswers(ids, nanos);
  }

  private static Map<String, Filter> filters() {
    Map<String, Filter> filters = new LinkedHashMap<>();
    filters.put("none", ALL);
    filters.put(
        "a tag of every other record", filter(Sensitivity.HYPER, null, Set.of(Filling.TAG)));
    filters.put("other conversations hidden", filter(Sensitivity.LOW, null, Set.of()));
    Set<String> scopes = new HashSet<>();
    for (int n = 0; n < 25 * Filling.SCOPE; n += Filling.SCOPE) {
      scopes.add(Filling.scopeOf(n));
    }
    filters.put("25 scopes", filter(Sensitivity.HYPER, scopes, Set.of()));
    return filters;
  }
}
