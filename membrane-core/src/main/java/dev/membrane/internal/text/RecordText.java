package dev.membrane.internal.text;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.search.Terms;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Extracts the text of a record that searches by words look at:
 *
 * <ul>
 *   <li>of an episode: summaries, tool names and the strings in their arguments;
 *   <li>of a working state: the context summary, next actions and open questions;
 *   <li>of a fact: subject, predicate and the scalars in the object;
 *   <li>of a competence: the skill's name, the triggers' signals and the strings in their
 *       conditions, the steps with their tools, and the failure modes;
 *   <li>of a plan graph: the intent, the ops and the strings in their parameters.
 * </ul>
 *
 * <p>At most {@value #MAX_LENGTH} characters of it are read, and of these at most {@value
 * TextAnalyzer#MAX_TERMS} terms. Tags are not part of this text. Each tag without white space is a
 * tie, and a word that equals it finds the record. Safe for use by many threads.
 */
public final class RecordText {

  /** The most characters of a record that are analysed. */
  static final int MAX_LENGTH = 1_000_000;

  /** How many words of a text are compared with tags. */
  private static final int MAX_TAGS = 64;

  private static final Pattern BLANK = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");

  private final TextAnalyzer analyzer;
  private final RecordTies ties;
  private final TraitReader traits;

  /** Reads records with an analyser. */
  public RecordText(TextAnalyzer analyzer) {
    this.analyzer = analyzer;
    this.ties = new RecordTies(analyzer);
    this.traits = new TraitReader(analyzer);
  }

  /** The terms of a record, its ties among them, and its {@link Traits} as their mark. */
  public Terms termsOf(MemoryRecord record) {
    Map<String, Integer> counts = new HashMap<>();
    String content = textOf(record);
    for (String term : analyzer.terms(content)) {
      counts.merge(term, 1, Integer::sum);
    }
    ties.all(record).forEach(tie -> counts.put(tie, 1));
    record.tags().stream().flatMap(RecordText::tagTie).forEach(tie -> counts.put(tie, 1));
    return new Terms(counts, traits.of(record, content).toMark());
  }

  /**
   * What ties records of one tag together, and to a word that equals it; none for several words.
   */
  private static Stream<String> tagTie(String tag) {
    return Stream.of(tag).filter(it -> !BLANK.matcher(it).find()).map(RecordText::tieOfTag);
  }

  /** The ties that records have which have one of the words of a text as a tag. */
  public static Set<String> tagTies(String text) {
    return BLANK
        .splitAsStream(text)
        .flatMap(word -> Stream.of(word, withoutEdges(word)))
        .filter(word -> !word.isEmpty())
        .limit(MAX_TAGS)
        .map(RecordText::tieOfTag)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The word without what is neither letter nor digit around it. */
  private static String withoutEdges(String word) {
    int[] points = word.codePoints().toArray();
    int from = 0;
    int to = points.length;
    while (from < to && !isInWord(points[from])) {
      from++;
    }
    while (to > from && !isInWord(points[to - 1])) {
      to--;
    }
    return new String(points, from, to - from);
  }

  private static boolean isInWord(int c) {
    return Character.isLetter(c)
        || switch (Character.getType(c)) {
          case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER ->
              true;
          default -> false;
        };
  }

  private static String tieOfTag(String tag) {
    return Terms.TIE + "tag" + Terms.TIE + Folding.fold(tag).toLowerCase(Locale.ROOT);
  }

  /** The text of a record in lines. */
  public static String textOf(MemoryRecord record) {
    TextGatherer gatherer = new TextGatherer(MAX_LENGTH);
    gatherer.add(record.payload());
    return gatherer.text();
  }
}
