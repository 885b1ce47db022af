package dev.membrane.store.sqlite;

import dev.membrane.store.jdbc.Space;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells which of the visible pools have a word at all. Most words occur in few of many scopes, and
 * a vain question to the text index costs ten times as much as this.
 */
record WordPools(Map<String, Set<Long>> poolsByWord) {

  private static final String HOLDING =
      """
      SELECT w.value, p.value
      FROM json_each(:words) w
      CROSS JOIN json_each(:pools) p
      WHERE %s > 0
      """
          .formatted(WordCounts.RECORDS.formatted("p.value", "w.value"));

  static WordPools read(Sql sql, List<Space> spaces, Collection<String> words) throws SQLException {
    Map<String, Set<Long>> pools = new HashMap<>();
    sql.each(
        row -> pools.computeIfAbsent(row.getString(1), word -> new HashSet<>()).add(row.getLong(2)),
        HOLDING,
        JsonTexts.distinct(words),
        spaces.stream().map(Space::pool).distinct().toList().toString());
    return new WordPools(pools);
  }

  /** The spaces that may have the word. */
  List<Space> spacesWith(String word, List<Space> spaces) {
    Set<Long> pools = poolsByWord.getOrDefault(word, Set.of());
    return spaces.stream().filter(space -> pools.contains(space.pool())).toList();
  }
}
