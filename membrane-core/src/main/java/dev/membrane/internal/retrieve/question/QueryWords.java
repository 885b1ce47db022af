package dev.membrane.internal.retrieve.question;

import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.internal.view.AskedFor;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The words that a descriptor asks for, the first {@value #MAX} distinct terms.
 *
 * <p>Words that stand only in the date that it names, and what that date has {@linkplain DateTerms
 * written otherwise}, count in texts that have the whole date: "12 October" does not ask for
 * whatever is twelve, nor "two days ago" for whatever are two.
 */
public final class QueryWords implements AskedFor {

  public static final int MAX = 512;

  private final QueryDate date;
  private final DateTerms ofDate;
  private final Set<String> terms;
  private final Set<String> ofDateOnly;

  private QueryWords(QueryDate date, DateTerms ofDate, Set<String> terms, Set<String> ofDateOnly) {
    this.date = date;
    this.ofDate = ofDate;
    this.terms = terms;
    this.ofDateOnly = ofDateOnly;
  }

  /**
   * The words of a descriptor.
   *
   * @param date the one that it names
   */
  public static QueryWords of(String descriptor, QueryDate date, TextAnalyzer analyzer) {
    DateTerms ofDate = DateTerms.of(date, analyzer);
    Set<String> terms =
        Stream.concat(
                ofDate.all().stream(),
                analyzer.questionTerms(descriptor).stream().distinct().limit(MAX))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return new QueryWords(
        date, ofDate, terms, onlyIn(ofDate, date.expression().words(), descriptor, analyzer));
  }

  private static Set<String> onlyIn(
      DateTerms ofDate, String expression, String descriptor, TextAnalyzer analyzer) {
    if (ofDate.all().isEmpty()) {
      return Set.of();
    }
    Set<String> only = new HashSet<>(ofDate.all());
    analyzer.terms(descriptor.replace(expression, " ")).forEach(only::remove);
    return only;
  }

  /** The terms, those of a date before those of the whole descriptor. */
  @Override
  public Set<String> terms() {
    return terms;
  }

  /** Whether a term is asked for by a date alone. */
  public boolean isOfDateOnly(String term) {
    return ofDateOnly.contains(term);
  }

  /** Whether a text has the date, of which it is told which terms it has. */
  public boolean hasWholeDate(Predicate<String> has) {
    return ofDate.areWholeIn(has);
  }

  @Override
  public long count(Set<String> passage) {
    boolean isWhole = hasWholeDate(passage::contains);
    return passage.stream()
        .filter(term -> terms.contains(term) && (isWhole || !isOfDateOnly(term)))
        .count();
  }

  @Override
  public boolean isAbout(Set<String> passage) {
    return passage.stream().anyMatch(term -> terms.contains(term) && !isOfDateOnly(term));
  }

  @Override
  public boolean mayBeToldOn(LocalDate day) {
    return date.mayBeToldOn(day);
  }

  @Override
  public boolean includes(LocalDate day) {
    return date.days().test(day);
  }

  @Override
  public boolean isOfNow() {
    return includes(date.today());
  }
}
