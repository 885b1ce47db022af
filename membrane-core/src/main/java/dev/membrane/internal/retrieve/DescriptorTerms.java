package dev.membrane.internal.retrieve;

import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.spi.Hit;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.TermStatistics;
import dev.membrane.spi.Visibility;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The terms of a descriptor. The work is bounded, however long it is: only its first {@value
 * #MAX_ASKED} distinct terms, and the tags that are equal to its words, are looked up. Of those
 * that occur, the {@value #MAX_SEARCHED} rarest are searched for.
 *
 * <p>Numbers that stand only in the date that a descriptor names count in records that have all
 * words of that date: "12 October" does not ask for whatever is twelve.
 */
final class DescriptorTerms {

  static final int MAX_ASKED = 512;
  static final int MAX_SEARCHED = 64;

  private static final TermStatistics NOTHING_SEEN = new TermStatistics(0, 0, Map.of());

  private static final DescriptorTerms NONE =
      new DescriptorTerms(List.of(), List.of(), List.of(), new Bm25(List.of(), NOTHING_SEEN));

  private final List<String> terms;
  private final List<String> withoutDate;
  private final List<String> ofDate;
  private final Bm25 bm25;

  private DescriptorTerms(
      List<String> terms, List<String> withoutDate, List<String> ofDate, Bm25 bm25) {
    this.terms = terms;
    this.withoutDate = withoutDate;
    this.ofDate = ofDate;
    this.bm25 = bm25;
  }

  /**
   * The terms of a descriptor.
   *
   * @param date a date as it stands in it; may be empty
   */
  static DescriptorTerms of(
      String descriptor, String date, TextAnalyzer analyzer, MemoryStore store, Visibility who) {
    if (descriptor.isEmpty()) {
      return NONE;
    }
    List<String> words = analyzer.terms(descriptor).stream().distinct().limit(MAX_ASKED).toList();
    List<String> asked =
        Stream.concat(RecordText.tagTies(descriptor).stream(), words.stream())
            .limit(MAX_ASKED)
            .toList();
    TermStatistics seen = asked.isEmpty() ? NOTHING_SEEN : store.termStatistics(who, asked);
    List<String> terms = rarestFirst(asked, seen);
    Bm25 bm25 = new Bm25(asked, seen);
    if (date.isEmpty()) {
      return new DescriptorTerms(terms, terms, List.of(), bm25);
    }
    List<String> ofDate = analyzer.terms(date);
    Set<String> beside = Set.copyOf(analyzer.terms(descriptor.replace(date, " ")));
    Predicate<String> isOnlyInDate =
        term -> isNumber(term) && ofDate.contains(term) && !beside.contains(term);
    List<String> others = terms.stream().filter(isOnlyInDate.negate()).toList();
    // Numbers are searched for last, so that what only has them takes the place of nothing else.
    List<String> numbersLast =
        Stream.concat(others.stream(), terms.stream().filter(isOnlyInDate)).toList();
    return new DescriptorTerms(numbersLast, others, ofDate, bm25);
  }

  private static boolean isNumber(String term) {
    return Character.isDigit(term.charAt(0));
  }

  private static List<String> rarestFirst(List<String> asked, TermStatistics seen) {
    return asked.stream()
        .filter(term -> occurrences(term, seen) > 0)
        .sorted(
            Comparator.comparingLong((String term) -> occurrences(term, seen))
                .thenComparing(Comparator.naturalOrder()))
        .limit(MAX_SEARCHED)
        .toList();
  }

  private static long occurrences(String term, TermStatistics seen) {
    return seen.recordsByTerm().getOrDefault(term, 0L);
  }

  /** The terms to search for, the rarest first, numbers of a date last; empty: nothing matches. */
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
    return ofDate.stream().allMatch(term -> expanded.count(term) > 0) ? terms : withoutDate;
  }
}
