package dev.membrane.tck;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleBiFunction;
import java.util.function.UnaryOperator;

/** Searches gone wrong. */
final class SearchDefects {

  private static final int ALL = 100_000;

  private SearchDefects() {}

  static List<Defect> all() {
    return List.of(
        new Defect(
            "limits before it filters",
            "records_that_may_not_be_seen_never_use_up_the_limit",
            LimitBeforeFilter::new),
        new Defect(
            "knows nothing of one level above",
            "a_record_is_seen_in_full_up_to_the_ceiling_and_redacted_one_level_above_only",
            asking(filter -> with(filter, filter.visibility(), false, filter.tags()))),
        new Defect(
            "always shows one level above",
            "a_record_is_seen_in_full_up_to_the_ceiling_and_redacted_one_level_above_only",
            asking(filter -> with(filter, filter.visibility(), true, filter.tags()))),
        new Defect(
            "hides unscoped records from those who name scopes",
            "scopes_let_unscoped_records_pass_and_those_of_the_scopes_named",
            dropping((filter, it) -> filter.visibility().scopes() != null && it.scope() == null)),
        new Defect(
            "shows every scope one level above",
            "a_scope_that_is_not_allowed_hides_the_record_one_level_above_too",
            AnyScopeAbove::new),
        new Defect(
            "looks at the tags of redacted records",
            "of_a_redacted_record_only_type_scope_and_salience_are_looked_at",
            dropping((filter, it) -> !it.tags().containsAll(filter.tags()))),
        new Defect(
            "is content with one of the tags",
            "a_record_needs_all_of_the_tags_just_as_written",
            asking(
                filter ->
                    with(
                        filter,
                        filter.visibility(),
                        filter.redactedToo(),
                        filter.tags().stream()
                            .max(Comparator.naturalOrder())
                            .map(Set::of)
                            .orElse(Set.of())))),
        new Defect(
            "knows nothing of episodes",
            "an_episode_restricts_to_its_records",
            asking(filter -> filter.withEpisode(null))),
        new Defect(
            "ends a timebox a moment too early",
            "a_fact_is_left_out_before_and_after_its_timebox_to_the_microsecond",
            dropping(
                (filter, it) ->
                    it.payload() instanceof SemanticPayload fact
                        && filter.at().equals(fact.validity().end()))),
        new Defect(
            "leaves out what does not hold, though nobody asked when",
            "where_no_instant_is_asked_facts_of_any_timebox_are_found",
            asking(filter -> filter.validAt() == null ? filter.withAt(filter.at()) : filter)),
        new Defect(
            "wants more than the least salience",
            "least_salience_is_compared_with_the_live_value_exactly",
            WantsMore::new),
        new Defect(
            "breaks ties the wrong way round",
            "ties_are_broken_by_creation_newest_first_and_then_by_id_smallest_first",
            () ->
                new Resorted(
                    (stored, at) -> log2(stored, stored.record().lifecycle(), at),
                    Comparator.comparing(MemoryRecord::createdAt))),
        new Defect(
            "ignores floors",
            "a_floor_stops_the_decay_where_others_sink_below",
            sortedBy((stored, at) -> log2(stored, unfloored(stored), at))),
        new Defect(
            "lets pinned records decay",
            "a_pinned_record_keeps_its_place",
            sortedBy(
                (stored, at) -> log2(stored, stored.record().lifecycle().withPinned(false), at))),
        new Defect(
            "takes every line for a curve",
            "a_straight_line_falls_to_nothing",
            sortedBy((stored, at) -> log2(stored, curved(stored), at))),
        new Defect(
            "sorts by the salience of long ago",
            "many_random_records_come_in_the_order_of_their_live_salience",
            sortedBy((stored, at) -> stored.anchor().salience())),
        new Defect(
            "sorts by salience itself, which comes to zero for many",
            "records_far_below_what_a_double_can_hold_are_still_told_apart",
            sortedBy(StoredRecord::salienceAt)),
        new Defect(
            "lets records grow until their anchor",
            "before_its_anchor_a_record_has_the_anchor_s_salience",
            sortedBy(
                (stored, at) -> at.isBefore(stored.anchor().at()) ? 9 : stored.salienceAt(at))),
        new Defect(
            "takes the earliest inserted first",
            "the_latest_inserted_are_taken_whatever_their_salience_or_age",
            EarliestFirst::new),
        new Defect(
            "forgets the order of the terms",
            "terms_are_exhausted_one_after_the_other_in_the_order_given",
            termsAs(terms -> terms.stream().sorted().toList())),
        new Defect(
            "finds terms whatever their case",
            "a_term_is_any_text_and_matches_itself_alone",
            termsAs(terms -> terms.stream().map(t -> t.equals("Word") ? "word" : t).toList())),
        new Defect(
            "tells only the counts of the term that found the record",
            "a_candidate_found_by_one_term_still_tells_the_counts_of_all",
            termsAs(terms -> terms.subList(0, 1))),
        new Defect(
            "remembers what it has found",
            "what_was_found_before_is_found_as_it_has_become",
            Remembering::new),
        new Defect(
            "matches the text of redacted records",
            "candidates_are_records_seen_in_full",
            MatchesRedacted::new));
  }

  private static Filter with(
      Filter old, Visibility visibility, boolean redactedToo, Set<String> tags) {
    return old.withVisibility(visibility).withRedacted(redactedToo).withTags(tags);
  }

  private static double log2(StoredRecord stored, Lifecycle lifecycle, Instant at) {
    return lifecycle.log2SalienceAt(stored.anchor().salience(), stored.anchor().at(), at);
  }

  private static Lifecycle unfloored(StoredRecord stored) {
    Lifecycle old = stored.record().lifecycle();
    return decaying(old, new DecayProfile(old.decay().curve(), half(old), null, null, null));
  }

  private static Lifecycle curved(StoredRecord stored) {
    Lifecycle old = stored.record().lifecycle();
    return decaying(
        old,
        new DecayProfile(DecayCurve.EXPONENTIAL, half(old), old.decay().minSalience(), null, null));
  }

  private static long half(Lifecycle lifecycle) {
    return lifecycle.decay().halfLifeSeconds();
  }

  private static Lifecycle decaying(Lifecycle old, DecayProfile decay) {
    return new Lifecycle(decay, old.lastReinforcedAt(), old.pinned(), old.deletionPolicy());
  }

  private static Supplier<DelegatingStore> asking(UnaryOperator<Filter> wrong) {
    return () ->
        new DelegatingStore() {
          @Override
          public List<Hit> search(Filter filter, int limit) {
            return super.search(wrong.apply(filter), limit);
          }

          @Override
          public List<Hit> search(Filter filter, List<String> terms, int limit) {
            return super.search(wrong.apply(filter), terms, limit);
          }
        };
  }

  private static Supplier<DelegatingStore> termsAs(UnaryOperator<List<String>> wrong) {
    return () ->
        new DelegatingStore() {
          @Override
          public List<Hit> search(Filter filter, List<String> terms, int limit) {
            return super.search(filter, wrong.apply(terms), limit);
          }
        };
  }

  private static Supplier<DelegatingStore> sortedBy(
      ToDoubleBiFunction<StoredRecord, Instant> value) {
    return () -> new Resorted(value, Comparator.comparing(MemoryRecord::createdAt).reversed());
  }

  /** Whether a record that passes is left out nevertheless. */
  private interface Dropping {
    boolean test(Filter filter, MemoryRecord record);
  }

  private static Supplier<DelegatingStore> dropping(Dropping dropping) {
    return () ->
        new Picking() {
          @Override
          List<Hit> pick(List<Hit> hits, Filter filter) {
            return hits.stream().filter(hit -> !dropping.test(filter, read(hit).record())).toList();
          }
        };
  }

  /** Changes its mind about what a search has found. */
  private abstract static class Picking extends DelegatingStore {

    @Override
    public List<Hit> search(Filter filter, int limit) {
      return pick(super.search(filter, ALL), filter).stream().limit(limit).toList();
    }

    @Override
    public List<Hit> search(Filter filter, List<String> terms, int limit) {
      return pick(super.search(filter, terms, ALL), filter).stream().limit(limit).toList();
    }

    abstract List<Hit> pick(List<Hit> hits, Filter filter);

    StoredRecord read(Hit hit) {
      return get(List.of(hit.id())).get(0);
    }
  }

  private static final class LimitBeforeFilter extends DelegatingStore {

    @Override
    public List<Hit> search(Filter filter, int limit) {
      Set<Hit> passing = new HashSet<>(super.search(filter, ALL));
      return super.search(everything(filter), limit).stream().filter(passing::contains).toList();
    }

    @Override
    public List<Hit> search(Filter filter, List<String> terms, int limit) {
      Set<Hit> passing = new HashSet<>(super.search(filter, terms, ALL));
      return super.search(everything(filter), terms, limit).stream()
          .filter(passing::contains)
          .toList();
    }

    private static Filter everything(Filter filter) {
      return Snapshot.everything(filter.at());
    }
  }

  private static final class AnyScopeAbove extends DelegatingStore {

    @Override
    public List<Hit> search(Filter filter, int limit) {
      return super.search(wider(filter), ALL);
    }

    @Override
    public List<Hit> search(Filter filter, List<String> terms, int limit) {
      return super.search(wider(filter), terms, ALL);
    }

    private static Filter wider(Filter filter) {
      boolean above = filter.redactedToo();
      Sensitivity ceiling = filter.visibility().ceiling();
      Visibility anywhere = new Visibility(ceiling, above ? null : filter.visibility().scopes());
      return with(filter, anywhere, above, filter.tags());
    }
  }

  private static final class WantsMore extends Picking {

    @Override
    List<Hit> pick(List<Hit> hits, Filter filter) {
      Predicate<Hit> more = hit -> read(hit).salienceAt(filter.at()) > filter.minSalience();
      return hits.stream().filter(more).toList();
    }
  }

  private static final class Resorted extends Picking {

    private final ToDoubleBiFunction<StoredRecord, Instant> value;
    private final Comparator<MemoryRecord> ties;

    Resorted(ToDoubleBiFunction<StoredRecord, Instant> value, Comparator<MemoryRecord> ties) {
      this.value = value;
      this.ties = ties;
    }

    @Override
    List<Hit> pick(List<Hit> hits, Filter filter) {
      Map<Hit, StoredRecord> read = new LinkedHashMap<>();
      hits.forEach(hit -> read.put(hit, read(hit)));
      Function<Hit, Double> worth = hit -> value.applyAsDouble(read.get(hit), filter.at());
      Function<Hit, MemoryRecord> record = hit -> read.get(hit).record();
      return hits.stream()
          .sorted(
              Comparator.comparing(worth)
                  .reversed()
                  .thenComparing(record, ties)
                  .thenComparing(Hit::id))
          .toList();
    }
  }

  private static final class EarliestFirst extends Picking {

    @Override
    List<Hit> pick(List<Hit> hits, Filter filter) {
      return hits.stream().sorted(Comparator.comparing(Hit::id)).toList();
    }
  }

  private static final class Remembering extends Picking {

    private final Map<String, Hit> found = new HashMap<>();

    @Override
    List<Hit> pick(List<Hit> hits, Filter filter) {
      return hits.stream().map(hit -> found.computeIfAbsent(hit.id(), id -> hit)).toList();
    }
  }

  private static final class MatchesRedacted extends DelegatingStore {

    @Override
    public List<Hit> search(Filter filter, int limit) {
      return filter.redactedToo() ? super.search(higher(filter), ALL) : super.search(filter, limit);
    }

    @Override
    public List<Hit> search(Filter filter, List<String> terms, int limit) {
      return filter.redactedToo()
          ? super.search(higher(filter), terms, ALL)
          : super.search(filter, terms, limit);
    }

    private static Filter higher(Filter filter) {
      Visibility higher = new Visibility(Sensitivity.HYPER, filter.visibility().scopes());
      return with(filter, higher, true, filter.tags());
    }
  }
}
