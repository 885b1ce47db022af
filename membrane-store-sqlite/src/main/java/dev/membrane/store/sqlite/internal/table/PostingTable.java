package dev.membrane.store.sqlite.internal.table;

import dev.membrane.store.jdbc.internal.table.SharedChanges;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes posting lists. */
public final class PostingTable {

  private static final String ADD = "INSERT INTO posting (rowid, words) VALUES (?, ?)";

  // The index keeps no text, so it has to be told again what it was told.
  private static final String REMOVE =
      "INSERT INTO posting (posting, rowid, words) VALUES ('delete', ?, ?)";

  // SQLite neither empties nor drops an index that it cannot read. So its parts are dropped, and
  // then its name is taken out of the list of all tables.
  private static final String REMOVE_ALL =
      """
      DROP TABLE IF EXISTS posting_data;
      DROP TABLE IF EXISTS posting_idx;
      DROP TABLE IF EXISTS posting_config;
      PRAGMA writable_schema = ON;
      DELETE FROM sqlite_schema WHERE name = 'posting';
      PRAGMA writable_schema = RESET;
      """;

  // As the migrations do.
  private static final String MAKE =
      """
      CREATE VIRTUAL TABLE posting USING fts5
        (words, content = '', columnsize = 0, detail = none, tokenize = "ascii tokenchars '_'");
      INSERT INTO posting (posting, rank) VALUES ('secure-delete', 1);
      """;

  private PostingTable() {}

  /** Makes the index anew, with no word in it, whatever there is of it. */
  static void clear(Sql sql) throws SQLException {
    sql.script(REMOVE_ALL);
    sql.script(MAKE);
  }

  /** The text by which the index knows words in the spaces of a record. */
  static String text(List<String> words, long space, @Nullable Long whole) {
    StringBuilder text = new StringBuilder(32 * words.size());
    append(text, space, words);
    if (whole != null) {
      append(text, whole, words);
    }
    return text.toString();
  }

  /** The words as the index has them in a space, each once. */
  public static List<String> words(List<String> words, long space) {
    return words.stream().distinct().map(word -> WordEncoding.in(space, word)).toList();
  }

  private static void append(StringBuilder text, long space, List<String> words) {
    String start = WordEncoding.in(space, "");
    for (String word : words) {
      text.append(start).append(word).append(' ');
    }
  }

  static void write(Sql sql, SharedChanges shared) throws SQLException {
    for (SharedChanges.Posting posting : shared.postings()) {
      sql.update(posting.added() ? ADD : REMOVE, posting.rid(), posting.words());
    }
  }
}
