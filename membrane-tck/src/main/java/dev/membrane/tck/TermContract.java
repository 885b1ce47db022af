package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Candidates by terms, and what is told about terms. */
interface TermContract extends StoreUnderTest {

  @Test
  default void a_candidate_tells_the_counts_of_the_asked_terms_and_the_length_of_its_text() {
    Sample sample = new Samples().fact().terms("a", "a", "a", "b", "c", "c", "d");
    Writing.insert(store(), sample);
    List<Hit> found = Asking.forAll().containing(store(), 10, "b", "x", "a");
    assertThat(found)
        .containsExactly(
            Ledger.hit(new Ledger.LedgerEntry(sample, 1), Samples.START, List.of("a", "b", "x")));
    assertThat(found.get(0).termCounts()).isEqualTo(Map.of("a", 3, "b", 1));
    assertThat(found.get(0).length()).isEqualTo(7);
  }

  @Test
  default void what_was_found_before_is_found_as_it_has_become() {
    Samples samples = new Samples();
    Sample before = samples.fact().terms("word");
    Sample gone = samples.fact().terms("word");
    Writing.insert(store(), before, gone);
    assertCandidates(List.of(before, gone), 10, "word");
    Sample faded = before.salience(0.25);
    Writing.commit(store(), faded.replace(1));
    assertAsItIs(faded, 2, "word");
    Sample rewritten = faded.terms("word", "word", "more");
    Writing.commit(store(), rewritten.replace(2), gone.delete(1));
    assertAsItIs(rewritten, 3, "word", "more");
    Validity ended = Payloads.timebox(null, Samples.START.minusSeconds(1));
    Sample past = rewritten.with(it -> it.payload(Payloads.fact("s", "p", ended, null)));
    Writing.commit(store(), past.replace(3));
    assertCandidates(List.of(), 10, "word");
  }

  private void assertAsItIs(Sample sample, long version, String... words) {
    Ledger.LedgerEntry entry = new Ledger.LedgerEntry(sample, version);
    assertThat(Asking.forAll().containing(store(), 10, words))
        .contains(Ledger.hit(entry, Samples.START, List.of(words)));
  }

  @Test
  default void a_mark_comes_with_the_hit_and_is_no_word() {
    Samples samples = new Samples();
    Sample sample = samples.fact().terms("a").mark("2024-05-08/=x;ü");
    Writing.insert(store(), sample, samples.fact().terms("b"));
    assertThat(Asking.forAll().containing(store(), 10, "a", "2024"))
        .extracting(Hit::mark, Hit::length)
        .containsExactly(tuple("2024-05-08/=x;ü", 1));
    assertThat(Asking.forAll().containing(store(), 10, "2024-05-08/=x;ü", "x")).isEmpty();
  }

  @Test
  default void other_terms_change_nothing_but_how_a_record_is_found() {
    Sample sample = new Samples().fact().terms("old", "both").mark("old").logging();
    Writing.insert(store(), sample);
    StoredRecord before = store().get(List.of(sample.id())).get(0);
    Sample read = sample.terms("new", "new", "both").mark("new");
    Writing.commit(store(), read.reindex(1));
    assertThat(store().get(List.of(sample.id()))).containsExactly(before);
    assertCandidates(List.of(), 10, "old");
    assertAsItIs(read, 1, "new", "both");
    assertThat(store().termStatistics(Visibility.ALL, List.of("old", "new", "both")))
        .isEqualTo(new RecordCounts(1, 3, Map.of("new", 1L, "both", 1L)));
    Expected.refusal(ConflictException.class, () -> Writing.commit(store(), read.reindex(2)));
    Writing.commit(store(), read.replace(1));
    assertAsItIs(read, 2, "new");
  }

  @Test
  default void a_tie_is_found_like_a_word_and_adds_nothing_to_the_length() {
    Sample sample = new Samples().fact().terms("a", "/about/a", "b");
    Writing.insert(store(), sample);
    List<Hit> found = Asking.forAll().containing(store(), 10, "/about/a");
    assertThat(found).hasSize(1);
    assertThat(found.get(0).termCounts()).isEqualTo(Map.of("/about/a", 1));
    assertThat(found.get(0).length()).isEqualTo(2);
  }

  @Test
  default void a_candidate_found_by_one_term_still_tells_the_counts_of_all() {
    Samples samples = new Samples();
    Sample both = samples.fact().terms("rare", "common", "common");
    Writing.insert(store(), both, samples.fact().terms("common"));
    assertThat(Asking.forAll().containing(store(), 1, "rare", "common"))
        .extracting(Hit::id, Hit::termCounts)
        .containsExactly(tuple(both.id(), Map.of("rare", 1, "common", 2)));
  }

  @Test
  default void the_latest_inserted_are_taken_whatever_their_salience_or_age() {
    Samples samples = new Samples();
    Sample first = samples.fact().terms("word").salience(1);
    Sample second =
        samples
            .fact()
            .terms("word")
            .salience(0.5)
            .with(builder -> builder.createdAt(Samples.START.minusSeconds(99)));
    Sample third = samples.fact().terms("word").salience(0);
    Writing.insert(store(), first);
    Writing.insert(store(), second, third);
    assertCandidates(List.of(third), 1, "word");
    assertCandidates(List.of(third, second), 2, "word");
    assertCandidates(List.of(third, second, first), 3, "word");
    Writing.commit(store(), first.replace(1));
    assertCandidates(List.of(third, second), 2, "word");
    Writing.commit(store(), third.delete(1));
    assertCandidates(List.of(second), 1, "word");
  }

  @Test
  default void terms_are_exhausted_one_after_the_other_in_the_order_given() {
    Samples samples = new Samples();
    Sample oldRare = samples.fact().terms("rare");
    Sample oldBoth = samples.fact().terms("rare", "common");
    Sample common = samples.fact().terms("common");
    Sample newest = samples.fact().terms("common");
    Writing.insert(store(), oldRare, oldBoth, common, newest);
    assertCandidates(List.of(oldBoth, oldRare), 2, "rare", "common");
    assertCandidates(List.of(oldBoth, oldRare, newest), 3, "rare", "common");
    assertCandidates(List.of(newest, common), 2, "common", "rare");
    assertCandidates(List.of(newest, common, oldBoth, oldRare), 10, "common", "rare");
    assertCandidates(List.of(), 10, "unknown");
  }

  @Test
  default void candidates_are_records_seen_in_full() {
    Samples samples = new Samples();
    Sample mine = samples.fact().terms("word").scope("mine");
    Sample unscoped = samples.fact().terms("word");
    Sample theirs = samples.fact().terms("word").scope("theirs");
    Sample above = samples.fact().terms("word").with(b -> b.sensitivity(Sensitivity.LOW));
    Writing.insert(store(), mine, unscoped, theirs, above);
    Asking asking = Asking.forAll().upTo(Sensitivity.PUBLIC).inScopes("mine").withRedacted();
    assertThat(asking.containing(store(), 10, "word"))
        .extracting(Hit::id)
        .containsExactlyInAnyOrder(mine.id(), unscoped.id());
    assertThat(asking.upTo(Sensitivity.LOW).inScopes().containing(store(), 10, "word"))
        .extracting(Hit::id)
        .containsExactlyInAnyOrder(unscoped.id(), above.id());
  }

  @Test
  default void a_record_that_changes_scope_or_level_takes_its_terms_along() {
    Sample before = new Samples().fact().terms("word").scope("alpha");
    Writing.insert(store(), before);
    Sample after = before.scope("beta").with(b -> b.sensitivity(Sensitivity.HIGH));
    Writing.commit(store(), after.replace(1));
    Visibility alpha = new Visibility(Sensitivity.HYPER, Set.of("alpha"));
    Visibility beta = new Visibility(Sensitivity.HIGH, Set.of("beta"));
    Visibility low = new Visibility(Sensitivity.MEDIUM, null);
    assertThat(Asking.forAll().inScopes("alpha").containing(store(), 9, "word")).isEmpty();
    assertThat(Asking.forAll().upTo(Sensitivity.MEDIUM).containing(store(), 9, "word")).isEmpty();
    assertThat(Asking.forAll().inScopes("beta").containing(store(), 9, "word")).hasSize(1);
    assertThat(store().termStatistics(alpha, List.of("word"))).isEqualTo(nothing());
    assertThat(store().termStatistics(low, List.of("word"))).isEqualTo(nothing());
    assertThat(store().termStatistics(beta, List.of("word")))
        .isEqualTo(new RecordCounts(1, 1, Map.of("word", 1L)));
  }

  @Test
  default void a_replacement_forgets_the_terms_before_it_and_a_deletion_all() {
    Sample sample = new Samples().fact().terms("old", "stays");
    Writing.insert(store(), sample);
    Writing.commit(store(), sample.terms("new", "stays", "stays").replace(1));
    assertCandidates(List.of(), 10, "old");
    assertCandidates(List.of(sample), 10, "new");
    assertThat(Asking.forAll().containing(store(), 10, "stays"))
        .extracting(Hit::termCounts, Hit::length)
        .containsExactly(tuple(Map.of("stays", 2), 3));
    assertThat(store().termStatistics(Visibility.ALL, List.of("old", "new", "stays")))
        .isEqualTo(new RecordCounts(1, 3, Map.of("new", 1L, "stays", 1L)));
    Writing.commit(store(), sample.delete(2));
    assertCandidates(List.of(), 10, "new", "stays", "old");
    assertThat(store().termStatistics(Visibility.ALL, List.of("new"))).isEqualTo(nothing());
  }

  @Test
  default void a_term_is_any_text_and_matches_itself_alone() {
    List<String> odd =
        List.of(
            "word",
            "Word",
            "wörd",
            "wo\u0308rd",
            "words",
            "wor",
            "it's",
            "\"quoted\"",
            "'",
            "''",
            "AND",
            "OR",
            "NOT",
            "NEAR(a,b)",
            "a*",
            "a",
            "*",
            "col:term",
            "^",
            "-a",
            "+a",
            "a-b",
            "(a)",
            "%",
            "_",
            "a%",
            "a_",
            "\\",
            "\\%",
            "?",
            "?1",
            ":name",
            "@x",
            "$1",
            ";--",
            "漢字",
            "漢",
            "😀",
            "👩‍🚀",
            "\uFFFF",
            "\uFEFFa",
            "0",
            "00",
            "1.0",
            "null",
            "[a]",
            "{\"a\":1}",
            "t".repeat(5_000),
            "t".repeat(5_001),
            "é".repeat(400));
    Samples samples = new Samples();
    List<Sample> each = odd.stream().map(term -> samples.fact().terms(term, term)).toList();
    Writing.insert(store(), each);
    for (Sample sample : each) {
      String term = sample.terms().counts().keySet().iterator().next();
      List<Hit> found = Asking.forAll().containing(store(), 100, term);
      assertThat(found).as(term).extracting(Hit::id).containsExactly(sample.id());
      assertThat(found.get(0).termCounts()).as(term).isEqualTo(Map.of(term, 2));
    }
    Map<String, Long> once = new HashMap<>();
    odd.forEach(term -> once.put(term, 1L));
    assertThat(store().termStatistics(Visibility.ALL, odd).recordsByTerm()).isEqualTo(once);
  }

  @Test
  default void a_text_of_thousands_of_terms_is_indexed_whole() {
    Map<String, Integer> counts = new HashMap<>();
    IntStream.range(0, 5_000).forEach(i -> counts.put("term" + i, 1 + i % 7));
    Sample sample = new Samples().fact();
    Sample lengthy =
        new Sample(sample.record(), sample.anchor(), new Terms(counts), sample.audit());
    Writing.insert(store(), lengthy);
    List<Hit> found = Asking.forAll().containing(store(), 10, "term4999", "term0", "term5000");
    assertThat(found)
        .extracting(Hit::termCounts, Hit::length)
        .containsExactly(tuple(Map.of("term4999", 2, "term0", 1), lengthy.terms().length()));
  }

  @Test
  default void statistics_count_what_the_caller_sees_in_full_whatever_its_type_or_status() {
    Samples samples = new Samples();
    RevisionState retracted = new RevisionState(null, null, RevisionStatus.RETRACTED);
    Sample retired =
        samples.of(Payloads.fact("s", "p", Validity.global(), retracted)).terms("word");
    Sample wordless = samples.of(Payloads.full().get(4));
    Sample pastTimebox =
        samples
            .of(
                Payloads.fact(
                    "s", "p", Payloads.timebox(null, Samples.START.minusSeconds(9)), null))
            .terms("word", "word", "other");
    Sample above = samples.fact().terms("word").with(b -> b.sensitivity(Sensitivity.LOW));
    Sample theirs = samples.fact().terms("word").scope("theirs");
    Writing.insert(store(), retired, wordless, pastTimebox, above, theirs);
    Visibility mine = new Visibility(Sensitivity.PUBLIC, Set.of("mine"));
    assertThat(store().termStatistics(mine, List.of("word", "absent", "word")))
        .isEqualTo(new RecordCounts(3, 4, Map.of("word", 2L)));
    assertThat(store().termStatistics(mine, List.of())).isEqualTo(new RecordCounts(3, 4, Map.of()));
  }

  @Test
  default void statistics_stay_exact_through_random_writes(TestInfo test) {
    Random random = Seed.of(test);
    RandomSamples samples = new RandomSamples(random);
    Ledger ledger = new Ledger();
    for (int round = 0; round < Trials.of(20); round++) {
      List<Change> changes = randomWrites(samples, ledger, random);
      Writing.commit(store(), changes);
      ledger.write(changes);
      for (int i = 0; i < 5; i++) {
        Visibility visibility = samples.visibility();
        List<String> words = samples.someWords();
        assertThat(store().termStatistics(visibility, words))
            .as("round %s, %s, %s", round, visibility, words)
            .isEqualTo(ledger.termStatistics(visibility, words));
      }
    }
  }

  private static List<Change> randomWrites(RandomSamples samples, Ledger ledger, Random random) {
    List<Change> changes = new ArrayList<>();
    samples.next(8).forEach(sample -> changes.add(sample.insert()));
    for (Ledger.LedgerEntry entry : ledger.entries()) {
      int dice = random.nextInt(12);
      if (dice == 0) {
        changes.add(entry.sample().delete(entry.version()));
      } else if (dice < 3) {
        changes.add(samples.again(entry.sample()).replace(entry.version()));
      }
    }
    return changes;
  }

  private static RecordCounts nothing() {
    return new RecordCounts(0, 0, Map.of());
  }

  private void assertCandidates(List<Sample> expected, int limit, String... terms) {
    assertThat(Asking.forAll().containing(store(), limit, terms))
        .as("limit %s, %s", limit, Arrays.toString(terms))
        .extracting(Hit::id)
        .containsExactlyInAnyOrderElementsOf(expected.stream().map(Sample::id).toList());
  }
}
