package dev.membrane.store.sqlite.internal.cache;

import dev.membrane.store.jdbc.internal.filter.Conditions;
import dev.membrane.store.jdbc.internal.row.Nullables;
import dev.membrane.store.jdbc.internal.search.Candidate;
import dev.membrane.store.jdbc.internal.words.WordList;
import dev.membrane.store.sqlite.internal.dialect.SqliteDialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * All parts of a row that a search may need.
 *
 * @param candidate at some instant
 * @param validFrom where a fact's timebox begins, in microseconds, if it has one
 * @param validUntil where it ends
 * @param length of the text in terms
 * @param words the terms with their counts, the tags, the thread
 */
public record SearchRow(
    Candidate candidate,
    @Nullable Long validFrom,
    @Nullable Long validUntil,
    int length,
    WordList words) {

  /** What {@link #read} needs, of the rows {@code s} and {@code d}. */
  public static final String COLUMNS =
      "s.space " + Candidate.COLUMNS + ", s.valid_from, s.valid_until, d.length, d.words";

  private static final int FIRST = Candidate.COUNT + 1;

  /** What the objects take besides the words, about. */
  private static final int BYTES = 480;

  public static SearchRow read(ResultSet row, SqliteDialect dialect) throws SQLException {
    Candidate candidate = Candidate.read(row, dialect, Instant.EPOCH);
    String words = row.getString(FIRST + 3);
    return new SearchRow(
        candidate,
        Nullables.number(row, FIRST),
        Nullables.number(row, FIRST + 1),
        row.getInt(FIRST + 2),
        WordList.open(dialect.cipher(), candidate.rid(), words));
  }

  public boolean holdsAt(@Nullable Instant at) {
    return Conditions.hold(validFrom, validUntil, at);
  }

  /** The room it takes in memory, about. */
  int bytes() {
    return BYTES + words.text().length();
  }
}
