package dev.membrane.store.memory;

import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.Statistics.ScopeCount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Answers by looking at every record. */
final class Scan {

  private static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble(Hit::log2Salience)
          .reversed()
          .thenComparing(Hit::createdAt, Comparator.reverseOrder())
          .thenComparing(Hit::id);

  private static final Comparator<Row> BY_ARRIVAL = Comparator.comparingLong(Row::arrival);

  private final Collection<Row> rows;

  Scan(Collection<Row> rows) {
    this.rows = rows;
  }

  List<Hit> mostSalient(Filter filter, int limit) {
    return rows.stream()
        .filter(row -> filter.passes(row.stored()))
        .map(row -> row.hit(filter.at()))
        .sorted(BEST_FIRST)
        .limit(limit)
        .toList();
  }

  List<Hit> candidates(Filter filter, List<String> terms, int limit) {
    Instant at = filter.at();
    List<Row> passing =
        rows.stream()
            .filter(row -> row.passesInFull(filter))
            .sorted(BY_ARRIVAL.reversed())
            .toList();
    Map<String, Hit> found = new LinkedHashMap<>();
    for (String term : terms) {
      passing.stream()
          .filter(row -> row.terms().counts().containsKey(term))
          .forEach(row -> found.computeIfAbsent(row.record().id(), id -> row.hit(at, terms)));
    }
    return found.values().stream().limit(limit).toList();
  }

  /**
   * The records in the order of their inserts.
   *
   * @param last the place of the last insert that does not count
   */
  List<String> arrivals(Arrivals asked, long last) {
    return after(
        last,
        asked.limit(),
        row ->
            asked.filter().passes(row.stored())
                && asked.created().contains(row.record().createdAt())
                && asked.updated().contains(row.record().updatedAt()));
  }

  /** The records with a relation to one of some, as {@link #arrivals}. */
  List<String> related(Visibility visibility, Collection<String> targets, long last, int limit) {
    return after(
        last,
        limit,
        row ->
            visibility.sees(row.record())
                && row.record().relations().stream()
                    .anyMatch(relation -> targets.contains(relation.targetId())));
  }

  List<String> episodes(Visibility visibility, @Nullable String key, long last, int limit) {
    return after(
        last,
        limit,
        row ->
            visibility.sees(row.record())
                && row.record().beginsEpisode()
                && (key == null || key.equals(row.record().episode())));
  }

  private List<String> after(long last, int limit, Predicate<Row> which) {
    return rows.stream()
        .filter(row -> row.arrival() > last && which.test(row))
        .sorted(BY_ARRIVAL)
        .limit(limit)
        .map(row -> row.record().id())
        .toList();
  }

  List<ScopeCount> scopes(Visibility visibility) {
    Map<@Nullable String, Long> counts = new HashMap<>();
    rows.stream()
        .map(Row::record)
        .filter(visibility::sees)
        .forEach(record -> counts.merge(record.scope(), 1L, Long::sum));
    List<ScopeCount> scopes = new ArrayList<>();
    counts.forEach((scope, records) -> scopes.add(new ScopeCount(scope, records)));
    return scopes;
  }

  RecordCounts termStatistics(Visibility visibility, Collection<String> terms) {
    List<Row> seen = rows.stream().filter(row -> visibility.sees(row.record())).toList();
    Map<String, Long> recordsByTerm = new HashMap<>();
    for (String term : terms) {
      long records = seen.stream().filter(row -> row.terms().counts().containsKey(term)).count();
      if (records > 0) {
        recordsByTerm.put(term, records);
      }
    }
    long totalLength = seen.stream().mapToLong(row -> row.terms().length()).sum();
    return new RecordCounts(seen.size(), totalLength, recordsByTerm);
  }
}
