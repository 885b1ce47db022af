package dev.membrane.internal.text;

import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.ar.ArabicNormalizationFilter;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.core.DecimalDigitFilter;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.PatternKeywordMarkerFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterIterator;
import org.apache.lucene.analysis.pattern.PatternReplaceFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/**
 * The chain of filters from folded text to terms. Each thread has its own and reuses it for the
 * next text, since making one takes longer than reading a sentence.
 */
final class WordAnalyzer extends Analyzer {

  private static final Pattern NUMBER = Pattern.compile("[0-9][0-9.,]*");

  /** As in "don't" and "they'll"; the other words with an apostrophe are compounds. */
  private static final Pattern CONTRACTION = Pattern.compile("(?i).+'(?:d|ll|m|re|t|ve)");

  /** Also after a conjunction or a preposition. A word of two letters is too short to tell. */
  private static final Pattern ARABIC_ARTICLE =
      Pattern.compile("^(?:[\u0648\u0628\u0643\u0641]?\u0627\u0644|\u0644\u0644)(?=.{3})");

  private static final int ALL_CJK =
      CJKBigramFilter.HAN
          | CJKBigramFilter.HIRAGANA
          | CJKBigramFilter.KATAKANA
          | CJKBigramFilter.HANGUL;
  private static final int WHOLE_AND_PARTS =
      WordDelimiterGraphFilter.PRESERVE_ORIGINAL
          | WordDelimiterGraphFilter.GENERATE_WORD_PARTS
          | WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS
          | WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE
          | WordDelimiterGraphFilter.IGNORE_KEYWORDS;

  private final CharArraySet stopWords = StopWords.english();
  private final Stems stems = new Stems();

  TokenStream of(String text) {
    return tokenStream("", text);
  }

  @Override
  protected TokenStreamComponents createComponents(String field) {
    StandardTokenizer tokenizer = new StandardTokenizer();
    tokenizer.setMaxTokenLength(TextAnalyzer.MAX_TERM);
    TokenStream words = new CJKBigramFilter(tokenizer, ALL_CJK, true);
    words = new SoutheastAsianPairs(words);
    // Before letters are made the same: a preposition would become a name.
    words = new StopFilter(words, ArabicAnalyzer.getDefaultStopSet());
    words = new PatternReplaceFilter(words, ARABIC_ARTICLE, "", false);
    words = new ArabicNormalizationFilter(words);
    words = new ASCIIFoldingFilter(new DecimalDigitFilter(words));
    words = new EnglishPossessiveFilter(words);
    // What is marked is neither taken apart nor stemmed.
    words = new PatternKeywordMarkerFilter(words, NUMBER);
    words = new PatternKeywordMarkerFilter(words, CONTRACTION);
    words =
        new WordDelimiterGraphFilter(
            words, false, WordDelimiterIterator.DEFAULT_WORD_DELIM_TABLE, WHOLE_AND_PARTS, null);
    words = new StopFilter(new LowerCaseFilter(words), stopWords);
    return new TokenStreamComponents(tokenizer, new StemFilter(words, stems));
  }
}
