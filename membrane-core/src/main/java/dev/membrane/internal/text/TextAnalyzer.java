package dev.membrane.internal.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/**
 * Turns text into terms that can be compared: lower case, without accents, English stop words left
 * out, the verb "may" among them, English words stemmed; numbers and names stay.
 *
 * <ul>
 *   <li>Words are what Unicode says they are (UAX 29). A compound, such as {@code
 *       find_user_id_by_email}, {@code auth.go}, {@code getUserName} or {@code l'onduleur}, gives
 *       the whole and its parts. An English contraction, such as {@code don't}, has no parts.
 *   <li>Chinese, Japanese and Korean give single characters and pairs of neighbours, Thai, Lao,
 *       Khmer and Burmese pairs.
 *   <li>Arabic words lose their article; what says nothing of a topic is left out, as in English.
 *   <li>An emoji is a term; punctuation is not.
 *   <li>A word longer than {@value #MAX_TERM} characters is read as several; a term has at most
 *       that many code points, none of them white space or a control character.
 * </ul>
 *
 * <p>Safe for use by many threads.
 */
public final class TextAnalyzer {

  /** The most terms that are read of a text; what follows them is not looked at. */
  static final int MAX_TERMS = 10_000;

  /** The most code points in a term. */
  static final int MAX_TERM = 64;

  private static final Pattern MODAL_MAY = PatternFile.read("modal_may_en.txt");

  private final WordAnalyzer chain = new WordAnalyzer();
  private final Set<String> ofQuestions = Set.copyOf(terms(StopWords.ofQuestions()));
  private final Set<String> ofRequests = Set.copyOf(terms(StopWords.ofRequests()));

  /**
   * The terms of a text in the order of reading, repeated ones included.
   *
   * @return at most {@value #MAX_TERMS}
   */
  public List<String> terms(String text) {
    if (text.isEmpty()) {
      return List.of(); // To begin to read takes as long as to read some words.
    }
    List<String> terms = new ArrayList<>();
    read(
        folded(text),
        (term, place) -> {
          terms.add(term);
          return terms.size() < MAX_TERMS;
        });
    return terms;
  }

  /**
   * The terms of a question that say what it is about: not those of "now" or "please", unless it
   * has no others.
   *
   * @return at most {@value #MAX_TERMS}, in the order of reading, repeated ones included
   */
  public List<String> questionTerms(String question) {
    List<String> all = terms(question);
    List<String> others = all.stream().filter(term -> !ofQuestions.contains(term)).toList();
    return others.isEmpty() ? all : others;
  }

  /**
   * The terms of a request that say what it is about: not those of "please", "help" or "want".
   *
   * @return at most {@value #MAX_TERMS}, in the order of reading, repeated ones included
   */
  public List<String> topicTerms(String request) {
    return terms(request).stream().filter(term -> !ofRequests.contains(term)).toList();
  }

  /**
   * The terms of a text, each with the word that it was first read in, in lower case.
   *
   * @return at most {@value #MAX_TERMS}, in the order of reading
   */
  public Map<String, String> words(String text) {
    Map<String, String> words = new LinkedHashMap<>();
    String folded = folded(text);
    read(
        folded,
        (term, place) -> {
          String word = folded.substring(place.startOffset(), place.endOffset());
          words.putIfAbsent(term, cut(word.toLowerCase(Locale.ROOT)));
          return words.size() < MAX_TERMS;
        });
    return words;
  }

  /**
   * The terms of a text, each with the place where it was first read. The place is an estimate if
   * accents, ligatures or invisible characters give the text another length than what is compared.
   *
   * @return at most {@value #MAX_TERMS}
   */
  public Map<String, Integer> places(String text) {
    Map<String, Integer> places = new HashMap<>();
    String folded = folded(text);
    read(
        folded,
        (term, place) -> {
          long start = place.startOffset();
          places.putIfAbsent(term, (int) (start * text.length() / folded.length()));
          return places.size() < MAX_TERMS;
        });
    return places;
  }

  /** Is told each term and its place; reading goes on while it answers yes. */
  private void read(String folded, BiPredicate<String, OffsetAttribute> goesOn) {
    try (TokenStream tokens = chain.of(folded)) {
      CharTermAttribute term = tokens.getAttribute(CharTermAttribute.class);
      OffsetAttribute place = tokens.getAttribute(OffsetAttribute.class);
      tokens.reset();
      boolean isToGoOn = true;
      while (isToGoOn && tokens.incrementToken()) {
        isToGoOn = goesOn.test(cut(term.toString()), place);
      }
      tokens.end();
    } catch (IOException impossible) {
      throw new UncheckedIOException("reading a text in memory", impossible);
    }
  }

  /** Before letters are made the same: other languages have words that differ by an accent. */
  private static String folded(String text) {
    return Folding.fold(
        text.contains("may") || text.contains("May")
            ? MODAL_MAY.matcher(text).replaceAll("   ")
            : text);
  }

  private static String cut(String term) {
    // Folding one character may give several, so that a word within the limit can outgrow it.
    return term.length() <= MAX_TERM || term.codePointCount(0, term.length()) <= MAX_TERM
        ? term
        : term.substring(0, term.offsetByCodePoints(0, MAX_TERM));
  }
}
