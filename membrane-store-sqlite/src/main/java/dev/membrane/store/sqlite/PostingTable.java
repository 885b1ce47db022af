package dev.membrane.store.sqlite;

import java.sql.SQLException;

/** Writes posting lists. */
final class PostingTable {

  private static final String ADD = "INSERT INTO posting (rowid, words) VALUES (?, ?)";

  // The index keeps no text, so it has to be told again what it was told.
  private static final String REMOVE =
      "INSERT INTO posting (posting, rowid, words) VALUES ('delete', ?, ?)";

  private PostingTable() {}

  static void write(Sql sql, Effects effects) throws SQLException {
    for (Effects.Posting posting : effects.postings()) {
      sql.update(posting.added() ? ADD : REMOVE, posting.rid(), posting.words());
    }
  }
}
