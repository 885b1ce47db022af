package dev.membrane.store.sqlite.internal.table;

import dev.membrane.store.sqlite.internal.session.Sql;
import dev.membrane.store.sqlite.internal.words.CountedWord;
import dev.membrane.store.sqlite.internal.words.WordBlock;
import java.sql.SQLException;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Removes words that no record has any more from all segments. For the writer. */
record WordRemoval(Sql sql, List<Long> segments) {

  private static final String FIND =
      """
      SELECT first, counts FROM pool_word WHERE run = ? AND pool = ? AND first <= ?
      ORDER BY first DESC LIMIT 1
      """;

  private static final String REMOVE =
      "DELETE FROM pool_word WHERE run = ? AND pool = ? AND first = ?";

  private static final String SHRINK = "UPDATE pool_word_run SET rows = rows - ? WHERE run = ?";

  /**
   * Removes those of some words, given in their order, that all segments together count no more.
   */
  void remove(List<CountedWord> lost) throws SQLException {
    SortedMap<CountedWord, Long> sums = new TreeMap<>();
    for (long segment : segments) {
      BlockPlace place = new BlockPlace(segment);
      for (CountedWord word : lost) {
        sums.merge(word, place.at(word).getOrDefault(word, 0L), Long::sum);
      }
    }
    sums.values().removeIf(sum -> sum > 0);
    for (long segment : segments) {
      BlockPlace place = new BlockPlace(segment);
      for (CountedWord word : sums.keySet()) {
        place.remove(word);
      }
      place.finish();
    }
  }

  /** A block of a segment, in which words that follow each other are looked up. */
  private final class BlockPlace {
    private final long segment;
    private NavigableMap<CountedWord, Long> counts = new TreeMap<>();
    private @Nullable CountedWord first;
    private boolean isChanged;
    private long removed;

    BlockPlace(long segment) {
      this.segment = segment;
    }

    /** The block in which the word would be. */
    NavigableMap<CountedWord, Long> at(CountedWord word) throws SQLException {
      if (counts.isEmpty() || counts.lastKey().compareTo(word) < 0) {
        write();
        counts = new TreeMap<>();
        first = null;
        sql.each(
            row -> read(word.pool(), row.getBytes(2)), FIND, segment, word.pool(), word.word());
      }
      return counts;
    }

    private void read(long pool, byte[] bytes) throws SQLException {
      WordBlock.Cursor cursor = new WordBlock(pool, bytes).cursor();
      while (cursor.next()) {
        counts.put(new CountedWord(pool, cursor.bytes()), cursor.count());
      }
      first = counts.isEmpty() ? null : counts.firstKey();
    }

    void remove(CountedWord word) throws SQLException {
      if (at(word).remove(word) != null) {
        isChanged = true;
        removed++;
      }
    }

    void finish() throws SQLException {
      write();
      if (removed > 0) {
        sql.update(SHRINK, removed, segment);
      }
    }

    void write() throws SQLException {
      if (isChanged && first != null) {
        sql.update(REMOVE, segment, first.pool(), first.word());
        if (!counts.isEmpty()) {
          WordBlock.Builder block = new WordBlock.Builder();
          counts.forEach((word, count) -> block.add(word.bytes(), count));
          sql.update(
              SegmentWriter.ADD, segment, first.pool(), counts.firstKey().word(), block.take());
        }
      }
      isChanged = false;
    }
  }
}
