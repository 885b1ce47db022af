package dev.membrane.store.sqlite.internal.cleaning;

import dev.membrane.store.sqlite.internal.session.Sql;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys by which the index of words finds its pages. A key is a word, or the beginning of one,
 * that no page before has and none after comes before; FTS5 keeps it when that word is deleted.
 * This class shortens the next word that there is to a key of the same use, some keys at a time.
 * For the writer.
 */
final class SeparatorKeys {

  private static final int AT_ONCE = 64;

  private static final String VOCABULARY =
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.posting_word USING fts5vocab"
          + " (main, posting, instance)";

  private static final String KEYS =
      """
      SELECT segid, term FROM posting_idx WHERE (segid, term) > (?, ?)
      ORDER BY segid, term LIMIT ?
      """;

  /** Text of the same bytes, as a key may end in the middle of a letter. */
  private static final String NEXT_WORD =
      """
      SELECT CAST(term AS BLOB) FROM temp.posting_word WHERE term >= CAST(? AS TEXT)
      ORDER BY term LIMIT 1
      """;

  private static final String REPLACE =
      "UPDATE posting_idx SET term = ? WHERE segid = ? AND term = ?";

  private static final String REMOVE = "DELETE FROM posting_idx WHERE segid = ? AND term = ?";

  /** What FTS5 has before the words of its main index. */
  private static final byte MAIN = '0';

  private SeparatorKey last = new SeparatorKey(-1, new byte[0]);
  private boolean isLookedThrough;

  private static final class SeparatorKey {

    private final long segment;
    private final byte[] bytes;

    /**
     * A key.
     *
     * @param segment a part of the index that was written at once
     */
    SeparatorKey(long segment, byte[] bytes) {
      this.segment = segment;
      this.bytes = bytes;
    }

    boolean isBeforeAllWords() {
      return bytes.length < 2 || bytes[0] != MAIN;
    }

    byte[] word() {
      return Arrays.copyOfRange(bytes, 1, bytes.length);
    }
  }

  /** Whether all keys were looked at. */
  boolean isLookedThrough() {
    return isLookedThrough;
  }

  /** Looks at some more keys, and replaces those that no word begins with any more. */
  void lookOn(Sql sql) throws SQLException {
    sql.update(VOCABULARY);
    sql.update("BEGIN IMMEDIATE");
    List<SeparatorKey> keys =
        sql.all(
            row -> new SeparatorKey(row.getLong(1), row.getBytes(2)),
            KEYS,
            last.segment,
            last.bytes,
            AT_ONCE + 1);
    isLookedThrough = keys.size() <= AT_ONCE;
    int end = Math.min(AT_ONCE, keys.size());
    for (int i = 0; i < end; i++) {
      last = keys.get(i);
      if (!last.isBeforeAllWords()) {
        look(sql, last, i + 1 < keys.size() ? keys.get(i + 1) : null);
      }
    }
    sql.update("COMMIT");
  }

  private static void look(Sql sql, SeparatorKey key, @Nullable SeparatorKey next)
      throws SQLException {
    byte[] word = key.word();
    List<byte[]> words = sql.all(row -> row.getBytes(1), NEXT_WORD, word);
    byte[] first = words.isEmpty() ? null : words.get(0);
    int same = first == null ? 0 : Arrays.mismatch(word, first);
    if (first == null || isOfLaterPage(first, key, next)) {
      // No word begins on its page.
      sql.update(REMOVE, key.segment, key.bytes);
    } else if (same >= 0 && same < word.length) {
      sql.update(REPLACE, withMain(first, same + 1), key.segment, key.bytes);
    }
  }

  private static boolean isOfLaterPage(byte[] word, SeparatorKey key, @Nullable SeparatorKey next) {
    return next != null
        && next.segment == key.segment
        && Arrays.compareUnsigned(withMain(word, word.length), next.bytes) >= 0;
  }

  private static byte[] withMain(byte[] word, int length) {
    byte[] key = new byte[length + 1];
    key[0] = MAIN;
    System.arraycopy(word, 0, key, 1, length);
    return key;
  }
}
