package dev.membrane.benchmarks.relevance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.WordlistLoader;
import org.apache.lucene.analysis.snowball.SnowballFilter;

/**
 * The English words of Snowball's list, which, unlike Lucene's shorter one, has those that
 * questions are made of: left out, the baselines find more of the evidence in small talk.
 */
final class StopList {

  private StopList() {}

  static CharArraySet english() {
    try (InputStream list = SnowballFilter.class.getResourceAsStream("english_stop.txt")) {
      return WordlistLoader.getSnowballWordSet(Objects.requireNonNull(list));
    } catch (IOException impossible) {
      throw new UncheckedIOException("Lucene lacks its list of stop words", impossible);
    }
  }
}
