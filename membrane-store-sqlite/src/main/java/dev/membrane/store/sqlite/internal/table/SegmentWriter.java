package dev.membrane.store.sqlite.internal.table;

import dev.membrane.store.sqlite.internal.session.Sql;
import dev.membrane.store.sqlite.internal.words.CountedWord;
import dev.membrane.store.sqlite.internal.words.WordBlock;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Writes a segment of counts, which come in the order of pools and words. For the writer. */
final class SegmentWriter {

  /** Eight blocks fill a page. */
  private static final int BYTES_OF_BLOCK = 460;

  static final String ADD = "INSERT INTO pool_word (run, pool, first, counts) VALUES (?, ?, ?, ?)";

  private static final String NOTE =
      """
      INSERT INTO pool_word_run (run, rows) VALUES (?, ?)
      ON CONFLICT (run) DO UPDATE SET rows = excluded.rows
      """;

  private final Sql sql;
  private final long segment;
  private final WordBlock.Builder block = new WordBlock.Builder();
  private final List<CountedWord> losses = new ArrayList<>();
  private String first = "";
  private long poolOfBlock;
  private long words;
  private CountedWord last = new CountedWord(0, new byte[0]);
  private long count;

  SegmentWriter(Sql sql, long segment) {
    this.sql = sql;
    this.segment = segment;
  }

  /** Adds to the count of the word at which a source is. */
  void add(long pool, WordBlock.Cursor word) throws SQLException {
    if (pool == last.pool() && word.compareTo(last.bytes()) == 0) {
      count += word.count();
    } else {
      add(new CountedWord(pool, word.bytes()), word.count());
    }
  }

  /** Writes the word before, and begins with another. */
  void add(CountedWord word, long records) throws SQLException {
    write();
    last = word;
    count = records;
  }

  /** Writes the rest; answers the words with a count below zero. */
  List<CountedWord> finish() throws SQLException {
    write();
    writeBlock();
    sql.update(NOTE, segment, words);
    return losses;
  }

  private void write() throws SQLException {
    if (count == 0) {
      return;
    }
    if (count < 0) {
      losses.add(last);
    }
    if (block.size() > BYTES_OF_BLOCK || poolOfBlock != last.pool()) {
      writeBlock();
    }
    if (block.size() == 0) {
      first = last.word();
      poolOfBlock = last.pool();
    }
    block.add(last.bytes(), count);
    words++;
  }

  private void writeBlock() throws SQLException {
    if (block.size() > 0) {
      sql.update(ADD, segment, poolOfBlock, first, block.take());
    }
  }
}
