package dev.membrane.internal.text;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.miscellaneous.ConditionalTokenFilter;
import org.apache.lucene.analysis.ngram.NGramTokenFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/** Takes Thai, Lao, Khmer and Burmese, which have no blanks between words, apart into pairs. */
final class SoutheastAsianPairs extends ConditionalTokenFilter {

  private static final String SOUTHEAST_ASIAN =
      StandardTokenizer.TOKEN_TYPES[StandardTokenizer.SOUTHEAST_ASIAN];

  private final TypeAttribute type = addAttribute(TypeAttribute.class);
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

  SoutheastAsianPairs(TokenStream words) {
    super(words, run -> new NGramTokenFilter(run, 2, 2, false));
  }

  @Override
  protected boolean shouldFilter() {
    return term.length() > 1 && type.type().equals(SOUTHEAST_ASIAN);
  }
}
