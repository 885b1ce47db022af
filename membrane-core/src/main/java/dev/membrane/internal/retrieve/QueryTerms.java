package dev.membrane.internal.retrieve;

import dev.membrane.internal.retrieve.question.QueryWords;
import dev.membrane.internal.text.RecordText;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The terms of a descriptor that are searched for. The work is bounded, however long it is: only
 * its {@linkplain QueryWords words}, and the tags that are equal to them, are looked up. Of those
 * that occur, the {@value #MAX_SEARCHED} rarest are searched for.
 */
final class QueryTerms {

  static final int MAX_ASKED = QueryWords.MAX;
  static final int MAX_SEARCHED = 64;

  private static final RecordCounts NOTHING_SEEN = new RecordCounts(0, 0, Map.of());

  private final QueryWords words;
  private final List<String> terms;
  private final List<String> withoutDate;
  private final Bm25 bm25;

  private QueryTerms(QueryWords words, List<String> terms, List<String> withoutDate, Bm25 bm25) {
    this.words = words;
    this.terms = terms;
    this.withoutDate = withoutDate;
    this.bm25 = bm25;
  }

  /**
   * The terms of a descriptor.
   *
   * @param words those that it has
   */
  static QueryTerms of(String descriptor, QueryWords words, MemoryStore store, Visibility who) {
    List<String> asked =
        Stream.of(RecordText.tagTies(descriptor), words.terms())
            .flatMap(Collection::stream)
            .distinct()
            .limit(MAX_ASKED)
            .toList();
    RecordCounts seen = asked.isEmpty() ? NOTHING_SEEN : store.termStatistics(who, asked);
    List<String> found = rarestFirst(asked, seen);
    List<String> others =
        found.stream().filter(term -> !words.isOfDateOnly(term)).limit(MAX_SEARCHED).toList();
    // A date is searched for last, so that what only has a part of it takes the place of nothing
    // else.
    List<String> dateLast =
        Stream.concat(others.stream(), found.stream().filter(words::isOfDateOnly))
            .limit(MAX_SEARCHED)
            .toList();
    return new QueryTerms(words, dateLast, others, new Bm25(asked, seen));
  }

  private static List<String> rarestFirst(List<String> asked, RecordCounts seen) {
    return asked.stream()
        .filter(term -> occurrences(term, seen) > 0)
        .sorted(
            Comparator.comparingLong((String term) -> occurrences(term, seen))
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  private static long occurrences(String term, RecordCounts seen) {
    return seen.recordsByTerm().getOrDefault(term, 0L);
  }

  /** The terms to search for, the rarest first, those of a date last; empty: nothing matches. */
  List<String> terms() {
    return terms;
  }

  /** The mean length of the visible records in terms. */
  double meanLength() {
    return bm25.meanLength();
  }

  double score(ExpandedRecord expanded) {
    return bm25.score(expanded, counting(expanded));
  }

  List<Bm25.TermScore> parts(ExpandedRecord expanded) {
    return bm25.parts(expanded, counting(expanded));
  }

  /** Whether a record has any of the terms that count in it. */
  boolean areIn(Hit hit) {
    return counting(ExpandedRecord.alone(hit)).stream().anyMatch(hit.termCounts()::containsKey);
  }

  private List<String> counting(ExpandedRecord expanded) {
    return words.hasWholeDate(term -> expanded.count(term) > 0) ? terms : withoutDate;
  }
}
