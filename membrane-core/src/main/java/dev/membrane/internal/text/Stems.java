package dev.membrane.internal.text;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.tartarus.snowball.ext.EnglishStemmer;

/**
 * Stems of English words. A few words make up most of every text, so their stems are cached. Safe
 * for use by many threads.
 */
final class Stems {

  /** Beyond this many the known ones are forgotten: those in use are soon known again. */
  private static final int MAX = 16_384;

  private final Map<String, String> known = new ConcurrentHashMap<>();

  String of(String word) {
    String stem = known.get(word);
    return stem == null ? stem(word) : stem;
  }

  private String stem(String word) {
    EnglishStemmer stemmer = new EnglishStemmer();
    stemmer.setCurrent(word);
    stemmer.stem();
    String stem = stemmer.getCurrent();
    if (known.size() >= MAX) {
      known.clear();
    }
    known.put(word, stem);
    return stem;
  }
}
