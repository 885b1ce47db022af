package dev.membrane.internal.text;

import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.KeywordAttribute;

/** Replaces words by their stems, except those that are marked as keywords. */
final class StemFilter extends TokenFilter {

  private final Stems stems;
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final KeywordAttribute keyword = addAttribute(KeywordAttribute.class);

  StemFilter(TokenStream words, Stems stems) {
    super(words);
    this.stems = stems;
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (!input.incrementToken()) {
      return false;
    }
    if (!keyword.isKeyword()) {
      String stem = stems.of(term.toString());
      term.setEmpty().append(stem);
    }
    return true;
  }
}
