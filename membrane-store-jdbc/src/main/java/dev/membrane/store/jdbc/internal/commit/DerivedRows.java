package dev.membrane.store.jdbc.internal.commit;

import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.table.DatabaseWrites;
import dev.membrane.store.jdbc.internal.table.SharedChanges;
import dev.membrane.store.jdbc.internal.table.SpacePosition;
import dev.membrane.store.jdbc.internal.words.ListedWords;
import dev.membrane.store.jdbc.internal.words.WordList;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Makes the index of words and the counts of words anew, from the words of the records. Those whose
 * key was destroyed are left out. Within a transaction of a connection that writes.
 */
public record DerivedRows(WriteTransaction sql, DatabaseWrites database) {

  /** In steps, so that few words are in memory. */
  private static final int STEP = 1_000;

  private static final String LAST = "SELECT coalesce(max(rid), 0) FROM memory";

  private static final String RECORDS =
      """
      SELECT %s, scope,
        (SELECT d.words FROM document d WHERE d.rid = memory.rid),
        (SELECT s.pool FROM space s WHERE s.id = memory.space),
        (SELECT s.pool FROM space s WHERE s.id = memory.whole)
      FROM memory WHERE rid > ? AND rid <= ?
      """
          .formatted(SpacePosition.COLUMNS);

  private static final int SCOPE = 11;
  private static final int WORDS = 12;
  private static final int POOL = 13;
  private static final int WHOLE = 14;

  /**
   * A record.
   *
   * @param whole the pool of all scopes that it is counted in; 0: in none
   */
  private record DerivedRow(SpacePosition at, ListedWords words, long pool, long whole) {}

  /** Removes what there is, and writes it anew. */
  public void rebuild() throws SQLException {
    database.clear();
    long last = sql.firstNumber(LAST);
    for (long done = 0; done < last; done += STEP) {
      SharedChanges shared = new SharedChanges();
      Map<Long, Map<String, Long>> counts = new HashMap<>();
      for (DerivedRow row : sql.all(this::read, RECORDS, done, done + STEP)) {
        database.insert(row.at(), row.words(), shared);
        count(row.pool(), row.words(), counts);
        if (row.whole() != 0) {
          count(row.whole(), row.words(), counts);
        }
      }
      database.count(counts);
      database.finish(shared);
      sql.flush();
    }
  }

  private DerivedRow read(ResultSet row) throws SQLException {
    Dialect dialect = sql.dialect();
    StoreCipher cipher = dialect.cipher();
    SpacePosition at = SpacePosition.of(row, dialect);
    WordList words = words(cipher, at, Objects.requireNonNullElse(row.getString(WORDS), ""));
    return new DerivedRow(
        at,
        words.listed(cipher.wordsOfColumn(dialect.plain(row.getString(SCOPE)))),
        row.getLong(POOL),
        dialect.countsAllScopes() ? row.getLong(WHOLE) : 0);
  }

  private static WordList words(StoreCipher cipher, SpacePosition of, String stored) {
    try {
      return WordList.unlessErased(cipher, of.rid(), stored);
    } catch (DecryptionException unreadable) {
      throw new StoreUnavailableException(
          "the words of record "
              + of.id()
              + " cannot be decrypted, so nothing was made anew: restore"
              + " it, or the keys, from a backup",
          unreadable);
    }
  }

  private static void count(long pool, ListedWords words, Map<Long, Map<String, Long>> counts) {
    Map<String, Long> ofPool = counts.computeIfAbsent(pool, first -> new HashMap<>());
    words.counted().forEach(word -> ofPool.merge(word, 1L, Long::sum));
  }
}
