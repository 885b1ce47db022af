package dev.membrane.store.sqlite;

import dev.membrane.store.jdbc.Standing;
import java.sql.SQLException;
import java.util.List;

/** Writes the lists of tags, in which a record has a row for each tag, space and order. */
final class TagTables {

  private static final String ADD_RANK =
      """
      INSERT INTO tag_rank (space, tag, rank_key, t0, log2_s0, created_at, id, rid)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String ADD_REST =
      "INSERT INTO tag_rest (space, tag, rest, created_at, id, rid) VALUES (?, ?, ?, ?, ?, ?)";

  private static final String ADD_DRIFT =
      """
      INSERT INTO tag_drift (space, tag, drift, t0, created_at, id, rid)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String REMOVE_RANK =
      """
      DELETE FROM tag_rank
      WHERE space = ? AND tag = ? AND rank_key = ? AND t0 = ? AND log2_s0 = ? AND created_at = ?
        AND id = ?
      """;

  private static final String REMOVE_REST =
      "DELETE FROM tag_rest WHERE space = ? AND tag = ? AND rest = ? AND created_at = ? AND id = ?";

  private static final String REMOVE_DRIFT =
      """
      DELETE FROM tag_drift
      WHERE space = ? AND tag = ? AND drift = ? AND t0 = ? AND created_at = ? AND id = ?
      """;

  private TagTables() {}

  static void add(Sql sql, Standing at, List<String> tags) throws SQLException {
    for (String tag : tags) {
      add(sql, at, at.space(), tag);
      if (at.whole() != null) {
        add(sql, at, at.whole(), tag);
      }
    }
  }

  static void remove(Sql sql, Standing at, List<String> tags) throws SQLException {
    for (String tag : tags) {
      remove(sql, at, at.space(), tag);
      if (at.whole() != null) {
        remove(sql, at, at.whole(), tag);
      }
    }
  }

  private static void add(Sql sql, Standing at, Long space, String tag) throws SQLException {
    if (at.rankKey() != null) {
      sql.update(
          ADD_RANK,
          space,
          tag,
          at.rankKey(),
          at.t0(),
          at.log2S0(),
          at.createdAt(),
          at.id(),
          at.rid());
    }
    if (at.rest() != null) {
      sql.update(ADD_REST, space, tag, at.rest(), at.createdAt(), at.id(), at.rid());
    }
    if (at.drift() != null) {
      sql.update(ADD_DRIFT, space, tag, at.drift(), at.t0(), at.createdAt(), at.id(), at.rid());
    }
  }

  private static void remove(Sql sql, Standing at, Long space, String tag) throws SQLException {
    if (at.rankKey() != null) {
      sql.update(
          REMOVE_RANK, space, tag, at.rankKey(), at.t0(), at.log2S0(), at.createdAt(), at.id());
    }
    if (at.rest() != null) {
      sql.update(REMOVE_REST, space, tag, at.rest(), at.createdAt(), at.id());
    }
    if (at.drift() != null) {
      sql.update(REMOVE_DRIFT, space, tag, at.drift(), at.t0(), at.createdAt(), at.id());
    }
  }
}
