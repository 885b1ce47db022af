package dev.membrane.store.sqlite;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A word of a pool, in the order in which counts are kept: that of SQLite. */
final class CountedWord implements Comparable<CountedWord> {

  private static final Comparator<CountedWord> ORDER =
      Comparator.comparingLong(CountedWord::pool)
          .thenComparing(CountedWord::bytes, Arrays::compareUnsigned);

  private final long pool;
  private final byte[] bytes;

  /** A word in UTF-8. */
  CountedWord(long pool, byte[] bytes) {
    this.pool = pool;
    this.bytes = bytes;
  }

  long pool() {
    return pool;
  }

  byte[] bytes() {
    return bytes;
  }

  String word() {
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
