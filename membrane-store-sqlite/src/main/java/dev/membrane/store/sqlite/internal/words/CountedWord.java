package dev.membrane.store.sqlite.internal.words;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A word of a pool, in the order in which counts are kept: that of SQLite.
 *
 * @param bytes the word in UTF-8
 */
@SuppressWarnings("ArrayRecordComponent") // compared by their content
public record CountedWord(long pool, byte[] bytes) implements Comparable<CountedWord> {

  private static final Comparator<CountedWord> ORDER =
      Comparator.comparingLong(CountedWord::pool)
          .thenComparing(CountedWord::bytes, Arrays::compareUnsigned);

  public String word() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CountedWord word && compareTo(word) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(pool) + Arrays.hashCode(bytes);
  }

  @Override
  public int compareTo(CountedWord other) {
    return ORDER.compare(this, other);
  }
}
