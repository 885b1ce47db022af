package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Statistics.ScopeCount;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class NoninterferenceTest {

  private static final long SEED = 20_310_505;
  private static final int TRIALS = 400;

  @Test
  void it_is_broken_by_term_statistics_over_all_records() {
    assertBrokenBy(
        () ->
            new LeakyStore() {
              @Override
              public RecordCounts termStatistics(Visibility who, Collection<String> terms) {
                return super.termStatistics(Visibility.ALL, terms);
              }
            });
  }

  @Test
  void it_is_broken_by_term_statistics_over_outlines() {
    assertBrokenBy(
        () ->
            new LeakyStore() {
              @Override
              public RecordCounts termStatistics(Visibility who, Collection<String> terms) {
                return super.termStatistics(oneLevelUp(who), terms);
              }
            });
  }

  @Test
  void it_is_broken_by_a_limit_that_comes_before_trust() {
    assertBrokenBy(LimitBeforeTrust::new);
  }

  @Test
  void it_is_broken_by_outlines_that_match_by_their_words() {
    assertBrokenBy(
        () ->
            new LeakyStore() {
              @Override
              public List<Hit> search(Filter filter, int limit) {
                return super.search(leaky(filter), limit);
              }

              @Override
              public List<Hit> search(Filter filter, List<String> terms, int limit) {
                return super.search(leaky(filter), terms, limit);
              }

              private Filter leaky(Filter filter) {
                return filter.redactedToo()
                    ? filter
                    : filter.withVisibility(oneLevelUp(filter.visibility()));
              }
            });
  }

  @Test
  void it_is_broken_by_pages_that_are_filled_before_trust() {
    assertBrokenBy(
        () ->
            new LeakyStore() {
              @Override
              public List<String> arrivals(Arrivals asked) {
                Set<String> allowed =
                    new HashSet<>(super.arrivals(upTo(asked, asked.filter(), Integer.MAX_VALUE)));
                Filter all = asked.filter().withVisibility(Visibility.ALL);
                return super.arrivals(upTo(asked, all, asked.limit())).stream()
                    .filter(allowed::contains)
                    .toList();
              }
            });
  }

  @Test
  void it_is_broken_by_scopes_with_the_records_of_all() {
    assertBrokenBy(
        () ->
            new LeakyStore() {
              @Override
              public List<ScopeCount> scopes(Visibility who) {
                return super.scopes(new Visibility(Visibility.ALL.ceiling(), who.scopes()));
              }
            });
  }

  @Test
  void it_is_broken_by_vectors_of_all_records() {
    assertBrokenBy(
        () ->
            new LeakyStore() {
              @Override
              public Optional<Vectors> vectors() {
                return super.vectors().map(NearestBeforeTrust::new);
              }
            });
  }

  @Test
  void it_is_broken_by_runs_that_are_counted_before_trust() {
    assertBrokenBy(
        () ->
            new LeakyStore() {
              @Override
              public RunMatches matchRuns(Visibility who, List<String> words, int latest) {
                return super.matchRuns(Visibility.ALL, words, latest);
              }
            });
  }

  /** What counts as near follows from all records. */
  private record NearestBeforeTrust(Vectors vectors) implements Vectors {

    @Override
    public List<Near> nearest(Filter filter, String model, Vector vector, int limit) {
      Filter all = filter.withVisibility(Visibility.ALL);
      double least =
          vectors.nearest(all, model, vector, limit).stream()
              .mapToDouble(Near::cosine)
              .min()
              .orElse(0);
      return vectors.nearest(filter, model, vector, limit).stream()
          .filter(near -> near.cosine() > least)
          .toList();
    }

    @Override
    public Map<String, Double> cosines(String model, Vector vector, Collection<String> ids) {
      return vectors.cosines(model, vector, ids);
    }

    @Override
    public List<String> without(String model, String after, int limit) {
      return vectors.without(model, after, limit);
    }
  }

  private static Arrivals upTo(Arrivals asked, Filter filter, int limit) {
    return new Arrivals(filter, asked.created(), asked.updated(), asked.after(), limit);
  }

  @Test
  void a_sound_store_keeps_it() {
    assertThat(new Noninterference(LeakyStore::new, engine -> engine).run(SEED, TRIALS)).isEmpty();
  }

  private static final class LimitBeforeTrust extends LeakyStore {
    @Override
    public List<Hit> search(Filter filter, int limit) {
      return allowed(
          super.search(filter, Integer.MAX_VALUE),
          super.search(filter.withVisibility(Visibility.ALL), limit));
    }

    @Override
    public List<Hit> search(Filter filter, List<String> terms, int limit) {
      return allowed(
          super.search(filter, terms, Integer.MAX_VALUE),
          super.search(filter.withVisibility(Visibility.ALL), terms, limit));
    }

    private static List<Hit> allowed(List<Hit> allowed, List<Hit> found) {
      Set<String> ids =
          allowed.stream().map(Hit::id).collect(Collectors.toCollection(HashSet::new));
      return found.stream().filter(hit -> ids.contains(hit.id())).toList();
    }
  }

  private static void assertBrokenBy(Supplier<MemoryStore> leak) {
    assertThat(new Noninterference(leak, engine -> engine).run(SEED, TRIALS)).isPresent();
  }

  private static Visibility oneLevelUp(Visibility who) {
    return Arrays.stream(Sensitivity.values())
        .filter(who.ceiling()::isOneBelow)
        .findFirst()
        .map(above -> new Visibility(above, who.scopes()))
        .orElse(who);
  }
}
