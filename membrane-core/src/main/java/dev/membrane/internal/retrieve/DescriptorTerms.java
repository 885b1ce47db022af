package dev.membrane.internal.retrieve;

import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.spi.Hit;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.TermStatistics;
import dev.membrane.spi.Visibility;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
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
 * <p>Numbers that stand only in the date that a descriptor names, and what that date has
 * {@linkplain DateTerms written otherwise}, count in records that have the whole date: "12 October"
 * does not ask for whatever is twelve.
 */
final class DescriptorTerms {

  static final int MAX_ASKED = 512;
  static final int MAX_SEARCHED = 64;

  private static final TermStatistics NOTHING_SEEN = new TermStatistics(0, 0, Map.of());

  private static final DescriptorTerms NONE =
      new DescriptorTerms(List.of(), List.of(), DateTerms.NONE, new Bm25(List.of(), NOTHING_SEEN));

  private final List<String> terms;
  private final List<String> withoutDate;
  private final DateTerms date;
  private final Bm25 bm25;

  private DescriptorTerms(List<String> terms, List<String> withoutDate, DateTerms date, Bm25 bm25) {
    this.terms = terms;
    this.withoutDate = withoutDate;
    this.date = date;
    this.bm25 = bm25;
  }

  /**
   * The terms of a descriptor.
   *
   * @param date the one that it names
   */
  static DescriptorTerms of(
      String descriptor, AskedDate date, TextAnalyzer analyzer, MemoryStore store, Visibility who) {
    if (descriptor.isEmpty()) {
      return NONE;
    }
    DateTerms ofDate = DateTerms.of(date, analyzer);
    List<String> words = analyzer.terms(descriptor).stream().distinct().limit(MAX_ASKED).toList();
    List<String> asked =
        Stream.of(RecordText.tagTies(descriptor), ofDate.all(), words)
            .flatMap(Collection::stream)
            .distinct()
            .limit(MAX_ASKED)
            .toList();
    TermStatistics seen = asked.isEmpty() ? NOTHING_SEEN : store.termStatistics(who, asked);
    Predicate<String> isOnlyInDate = isOnlyIn(date.written(), ofDate, descriptor, analyzer);
    List<String> found = rarestFirst(asked, seen);
    List<String> others = found.stream().filter(isOnlyInDate.negate()).limit(MAX_SEARCHED).toList();
    // A date is searched for last, so that what only has a part of it takes the place of nothing
    // else.
    List<String> dateLast =
        Stream.concat(others.stream(), found.stream().filter(isOnlyInDate))
            .limit(MAX_SEARCHED)
            .toList();
    return new DescriptorTerms(dateLast, others, ofDate, new Bm25(asked, seen));
  }

  /**
   * Whether a term is asked for by a date alone; a word that the date has is asked for by itself.
   */
  private static Predicate<String> isOnlyIn(
      String written, DateTerms ofDate, String descriptor, TextAnalyzer analyzer) {
    if (ofDate.all().isEmpty()) {
      return term -> false;
    }
    Set<String> alone = new HashSet<>(analyzer.terms(descriptor.replace(written, " ")));
    analyzer.terms(written).stream().filter(term -> !isNumber(term)).forEach(alone::add);
    return term -> ofDate.all().contains(term) && !alone.contains(term);
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
        .toList();
  }

  private static long occurrences(String term, TermStatistics seen) {
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
    return date.areWholeIn(term -> expanded.count(term) > 0) ? terms : withoutDate;
  }
}
