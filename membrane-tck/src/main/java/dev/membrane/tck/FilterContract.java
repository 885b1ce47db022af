package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Payload;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validity;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Arrivals.Period;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Which records a search may answer with: each condition alone, and all together. */
interface FilterContract extends StoreUnderTest {

  @Test
  default void a_record_is_seen_in_full_up_to_the_ceiling_and_redacted_one_level_above_only() {
    Sample[] levels = new Sample[Sensitivity.values().length];
    Samples samples = new Samples();
    for (Sensitivity level : Sensitivity.values()) {
      levels[level.level()] = samples.fact().with(builder -> builder.sensitivity(level));
    }
    Writing.insert(store(), levels);
    Asking.forAll().upTo(Sensitivity.PUBLIC).findsInAnyOrder(store(), levels[0]);
    Asking.forAll()
        .upTo(Sensitivity.LOW)
        .withRedacted()
        .findsInAnyOrder(store(), levels[0], levels[1], levels[2]);
    Asking.forAll()
        .upTo(Sensitivity.HIGH)
        .findsInAnyOrder(store(), levels[0], levels[1], levels[2], levels[3]);
    Asking.forAll().upTo(Sensitivity.HYPER).withRedacted().findsInAnyOrder(store(), levels);
  }

  @Test
  default void scopes_let_unscoped_records_pass_and_those_of_the_scopes_named() {
    Samples samples = new Samples();
    Sample unscoped = samples.fact();
    Sample alpha = samples.fact().scope("alpha");
    Sample beta = samples.fact().scope("beta");
    Sample odd = samples.fact().scope(Payloads.ODD_TEXT);
    Sample shouted = samples.fact().scope("ALPHA");
    Writing.insert(store(), unscoped, alpha, beta, odd, shouted);
    Asking.forAll().findsInAnyOrder(store(), unscoped, alpha, beta, odd, shouted);
    Asking.forAll().inScopes().findsInAnyOrder(store(), unscoped);
    Asking.forAll().inScopes("alpha").findsInAnyOrder(store(), unscoped, alpha);
    Asking.forAll().inScopes("alpha", "beta").findsInAnyOrder(store(), unscoped, alpha, beta);
    Asking.forAll().inScopes(Payloads.ODD_TEXT).findsInAnyOrder(store(), unscoped, odd);
    Asking.forAll().inScopes("alph", "a%", "").findsInAnyOrder(store(), unscoped);
  }

  @Test
  default void many_scopes_can_be_named_at_once() {
    Samples samples = new Samples();
    Sample wanted = samples.fact().scope("scope 999");
    Sample other = samples.fact().scope("scope 1000");
    Writing.insert(store(), wanted, other);
    String[] scopes = new String[1000];
    for (int i = 0; i < scopes.length; i++) {
      scopes[i] = "scope " + i;
    }
    Asking.forAll().inScopes(scopes).findsInAnyOrder(store(), wanted);
  }

  @Test
  default void a_scope_that_is_not_allowed_hides_the_record_one_level_above_too() {
    Samples samples = new Samples();
    Sample mine = samples.fact().scope("mine").with(b -> b.sensitivity(Sensitivity.LOW));
    Sample theirs = samples.fact().scope("theirs").with(b -> b.sensitivity(Sensitivity.LOW));
    Writing.insert(store(), mine, theirs);
    Asking asking = Asking.forAll().upTo(Sensitivity.PUBLIC).withRedacted();
    asking.inScopes("mine").findsInAnyOrder(store(), mine);
    asking.findsInAnyOrder(store(), mine, theirs);
  }

  @Test
  default void types_restrict() {
    Samples samples = new Samples();
    Sample[] all = Payloads.bare().stream().map(samples::of).toArray(Sample[]::new);
    Writing.insert(store(), all);
    for (Sample one : all) {
      Asking.forAll().ofTypes(one.record().type()).findsInAnyOrder(store(), one);
    }
    Asking.forAll()
        .ofTypes(MemoryType.EPISODIC, MemoryType.PLAN_GRAPH)
        .findsInAnyOrder(store(), all[0], all[4]);
  }

  @Test
  default void retracted_and_superseded_records_pass_only_if_asked_for() {
    Samples samples = new Samples();
    Sample active = samples.of(revised(null, RevisionStatus.ACTIVE));
    Sample contested = samples.of(revised(null, RevisionStatus.CONTESTED));
    Sample retracted = samples.of(revised(null, RevisionStatus.RETRACTED));
    Sample superseded = samples.of(revised("successor", null));
    Sample both = samples.of(revised("successor", RevisionStatus.ACTIVE));
    Sample task =
        samples.of(Payloads.working("t", new RevisionState(null, null, RevisionStatus.RETRACTED)));
    Writing.insert(store(), active, contested, retracted, superseded, both, task);
    Asking.forAll().findsInAnyOrder(store(), active, contested);
    Asking.forAll()
        .withRetired()
        .findsInAnyOrder(store(), active, contested, retracted, superseded, both, task);
  }

  @Test
  default void a_record_needs_all_of_the_tags_just_as_written() {
    Samples samples = new Samples();
    Sample none = samples.fact();
    Sample red = samples.fact().with(builder -> builder.tags(List.of("red")));
    Sample both = samples.fact().with(builder -> builder.tags(List.of("green", "red")));
    Sample alike =
        samples.fact().with(builder -> builder.tags(List.of("RED", "re", "redd", "réd")));
    Sample odd = samples.fact().with(builder -> builder.tags(List.of(Payloads.ODD_TEXT, "%")));
    Writing.insert(store(), none, red, both, alike, odd);
    Asking.forAll().tagged("red").findsInAnyOrder(store(), red, both);
    Asking.forAll().tagged("red", "green").findsInAnyOrder(store(), both);
    Asking.forAll().tagged("red", "blue").findsInAnyOrder(store());
    Asking.forAll().tagged(Payloads.ODD_TEXT).findsInAnyOrder(store(), odd);
    Asking.forAll().tagged("%").findsInAnyOrder(store(), odd);
  }

  @Test
  default void a_replacement_changes_what_the_record_is_found_by() {
    Sample before = new Samples().fact().scope("alpha").with(b -> b.tags(List.of("red")));
    Writing.insert(store(), before);
    Sample after =
        before.scope("beta").with(b -> b.tags(List.of("green")).sensitivity(Sensitivity.HIGH));
    Writing.commit(store(), after.replace(1));
    Asking.forAll().inScopes("alpha").findsInAnyOrder(store());
    Asking.forAll().tagged("red").findsInAnyOrder(store());
    Asking.forAll().upTo(Sensitivity.MEDIUM).findsInAnyOrder(store());
    Asking.forAll().inScopes("beta").tagged("green").findsInAnyOrder(store(), after);
    Writing.commit(store(), after.delete(2));
    Asking.forAll().withRetired().findsInAnyOrder(store());
  }

  @Test
  default void a_thread_restricts_to_its_working_records() {
    Samples samples = new Samples();
    Sample first = samples.of(Payloads.working("thread", null));
    Sample second = samples.of(Payloads.working("thread", null));
    Sample other = samples.of(Payloads.working("Thread", null));
    Sample odd = samples.of(Payloads.working(Payloads.ODD_TEXT, null));
    Sample fact = samples.of(Payloads.fact("thread", "thread"));
    Writing.insert(store(), first, second, other, odd, fact);
    Asking.forAll().ofThread("thread").findsInAnyOrder(store(), first, second);
    Asking.forAll().ofThread(Payloads.ODD_TEXT).findsInAnyOrder(store(), odd);
    Asking.forAll().ofThread("unknown").findsInAnyOrder(store());
  }

  @Test
  default void an_episode_restricts_to_its_records() {
    Samples samples = new Samples();
    Sample first = samples.of(Payloads.episode("run 1"));
    Sample part = samples.of(Payloads.episode("run 1")).with(b -> b.tags(List.of("red")));
    Sample elsewhere = samples.of(Payloads.episode("run 1")).scope("alpha");
    Sample other = samples.of(Payloads.episode("Run 1")).with(b -> b.tags(List.of("red")));
    Sample odd = samples.of(Payloads.episode(Payloads.ODD_TEXT));
    Sample without = samples.of(Payloads.episode(null));
    Sample working = samples.of(Payloads.working("run 1", null));
    Writing.insert(store(), first, part, elsewhere, other, odd, without, working);
    Asking run = Asking.forAll().ofEpisode("run 1");
    run.findsInAnyOrder(store(), first, part, elsewhere);
    run.inScopes("alpha").findsInAnyOrder(store(), first, part, elsewhere);
    run.inScopes("beta").findsInAnyOrder(store(), first, part);
    run.ofTypes(MemoryType.EPISODIC, MemoryType.SEMANTIC)
        .findsInAnyOrder(store(), first, part, elsewhere);
    run.ofTypes(MemoryType.WORKING).findsInAnyOrder(store());
    run.tagged("red").findsInAnyOrder(store(), part);
    run.tagged("red", "blue").findsInAnyOrder(store());
    run.ofThread("run 1").findsInAnyOrder(store());
    Asking.forAll().ofEpisode(Payloads.ODD_TEXT).findsInAnyOrder(store(), odd);
    Asking.forAll().ofEpisode("run").findsInAnyOrder(store());
  }

  @Test
  default void a_key_of_many_episodes_finds_the_best_of_all() {
    Samples samples = new Samples();
    List<Sample> all = new ArrayList<>();
    for (int i = 0; i < 2_100; i++) {
      Sample sample = samples.of(Payloads.episode(i % 20 == 0 ? "other" : "run"));
      all.add(sample.scope("scope " + i % 30).salience((i * 7 % 2_100 + 1) / 2_101.0));
    }
    Writing.insert(store(), all.toArray(new Sample[0]));
    List<String> best =
        all.stream()
            .filter(sample -> sample.record().payload().equals(Payloads.episode("run")))
            .sorted(Comparator.comparing(sample -> -sample.stored().anchor().salience()))
            .limit(5)
            .map(Sample::id)
            .toList();
    assertThat(Asking.forAll().ofEpisode("run").ids(store(), 5)).isEqualTo(best);
    assertThat(Asking.forAll().ofEpisode("run").ids(store(), 10_000)).hasSize(1_995);
  }

  @Test
  default void a_fact_is_left_out_before_and_after_its_timebox_to_the_microsecond() {
    Instant start = Samples.START;
    Instant end = start.plusSeconds(10);
    Samples samples = new Samples();
    Sample within = samples.of(Payloads.fact("s", "p", Payloads.timebox(start, end), null));
    Sample since = samples.of(Payloads.fact("s", "p", Payloads.timebox(start, null), null));
    Sample until = samples.of(Payloads.fact("s", "p", Payloads.timebox(null, end), null));
    Sample always = samples.of(Payloads.fact("s", "p", Payloads.timebox(null, null), null));
    Sample conditional = samples.of(Payloads.full().get(2));
    Writing.insert(store(), within, since, until, always);
    Writing.insert(store(), conditional.with(b -> b.payload(activeFact(conditional))));
    Instant before = start.minusNanos(1000);
    Instant after = end.plusNanos(1000);
    Asking.forAll().at(before).findsInAnyOrder(store(), until, always, conditional);
    for (Instant inside : List.of(start, end)) {
      Asking.forAll()
          .at(inside)
          .findsInAnyOrder(store(), within, since, until, always, conditional);
    }
    Asking.forAll().at(after).findsInAnyOrder(store(), since, always, conditional);
  }

  @Test
  default void where_no_instant_is_asked_facts_of_any_timebox_are_found() {
    Samples samples = new Samples();
    Instant start = Samples.START;
    Sample past =
        samples.of(Payloads.fact("s", "p", Payloads.timebox(null, start.minusSeconds(1)), null));
    Sample future =
        samples.of(Payloads.fact("s", "p", Payloads.timebox(start.plusSeconds(1), null), null));
    Writing.insert(store(), past.terms("word"), future.terms("word"));
    Asking everything = Asking.forEverything();
    everything.findsInAnyOrder(store(), past, future);
    Asking.forAll().withRetired().findsInAnyOrder(store());
    assertThat(everything.containing(store(), 10, "word"))
        .extracting(Hit::id)
        .containsExactlyInAnyOrder(past.id(), future.id());
    Arrivals all = new Arrivals(everything.filter(), Period.ALWAYS, Period.ALWAYS, "", 10);
    assertThat(store().arrivals(all)).containsExactly(past.id(), future.id());
  }

  private static Payload activeFact(Sample sample) {
    return ((SemanticPayload) sample.record().payload())
        .withRevision(new RevisionState(null, null, null));
  }

  @Test
  default void least_salience_is_compared_with_the_live_value_exactly() {
    Sample decaying =
        new Samples()
            .fact()
            .lifecycle(old -> Samples.decaying(DecayCurve.EXPONENTIAL, 3600, null))
            .salience(0.7);
    Writing.insert(store(), decaying);
    Instant later = Samples.START.plusSeconds(5000);
    double live = decaying.stored().salienceAt(later);
    Asking.forAll().at(later).atLeast(live).findsInAnyOrder(store(), decaying);
    Asking.forAll().at(later).atLeast(Math.nextUp(live)).findsInAnyOrder(store());
    Asking.forAll().atLeast(0.7).findsInAnyOrder(store(), decaying);
  }

  @Test
  default void of_a_redacted_record_only_type_scope_and_salience_are_looked_at() {
    Samples samples = new Samples();
    Sample above =
        samples
            .of(Payloads.fact("s", "p", Payloads.timebox(null, Samples.START), retracted()))
            .with(builder -> builder.sensitivity(Sensitivity.MEDIUM))
            .scope("alpha");
    Writing.insert(store(), above);
    Asking blind =
        Asking.forAll()
            .upTo(Sensitivity.LOW)
            .withRedacted()
            .tagged("red")
            .ofThread("thread")
            .ofEpisode("run")
            .at(Samples.START.plusSeconds(60));
    blind.findsInAnyOrder(store(), above);
    blind.inScopes("alpha").findsInAnyOrder(store(), above);
    blind.inScopes("beta").findsInAnyOrder(store());
    blind.ofTypes(MemoryType.WORKING).findsInAnyOrder(store());
    blind.atLeast(1).findsInAnyOrder(store());
    blind.upTo(Sensitivity.MEDIUM).findsInAnyOrder(store());
  }

  @Test
  default void records_that_may_not_be_seen_never_use_up_the_limit() {
    Samples samples = new Samples();
    List<Sample> hidden = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      Sample sample = samples.fact().terms("word").salience(1 - i / 1000.0);
      hidden.add(sample.with(b -> b.sensitivity(Sensitivity.HIGH)));
      hidden.add(samples.fact().terms("word").scope("theirs"));
      hidden.add(samples.of(revised("successor", null)).terms("word"));
    }
    Sample visible = samples.fact().terms("word").scope("mine").salience(0.01);
    Writing.insert(store(), visible);
    Writing.insert(store(), hidden);
    Asking asking = Asking.forAll().upTo(Sensitivity.LOW).inScopes("mine").withRedacted();
    assertThat(asking.ids(store(), 1)).containsExactly(visible.id());
    assertThat(asking.containing(store(), 1, "word"))
        .extracting(Hit::id)
        .containsExactly(visible.id());
  }

  @Test
  default void conditions_combine_as_the_filter_says(TestInfo test) {
    RandomSamples random = new RandomSamples(Seed.of(test));
    Ledger ledger = new Ledger();
    List<Sample> all = random.next(Trials.of(120));
    Writing.insert(store(), all);
    all.forEach(sample -> ledger.write(sample.insert()));
    for (int i = 0; i < Trials.of(30); i++) {
      Filter filter = random.filter();
      int limit = random.oneOf(List.of(1, 2, 10, 1000));
      assertThat(store().search(filter, limit))
          .as("%s, limit %s", filter, limit)
          .isEqualTo(ledger.bySalience(filter, limit));
      List<String> words = random.someWords();
      List<Hit> found = store().search(filter, words, limit);
      assertThat(new HashSet<>(found)).hasSameSizeAs(found);
      assertThat(new HashSet<>(found))
          .as("%s, terms %s, limit %s", filter, words, limit)
          .isEqualTo(ledger.byTerms(filter, words, limit));
    }
  }

  private static RevisionState retracted() {
    return new RevisionState(null, null, RevisionStatus.RETRACTED);
  }

  private static Payload revised(@Nullable String supersededBy, @Nullable RevisionStatus status) {
    return Payloads.fact(
        "s", "p", Validity.global(), new RevisionState(null, supersededBy, status));
  }
}
