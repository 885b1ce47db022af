package dev.membrane.store.sqlite;

import dev.membrane.store.jdbc.Space;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Tells which of the visible pools have a word at all. Most words occur in few of many scopes, and
 * a vain question to the text index costs ten times as much as this.
 */
record WordPools(Map<String, Map<Long, Long>> recordsByPool) {

  static WordPools read(Sql sql, List<Space> spaces, Collection<String> words) throws SQLException {
    List<Long> pools = spaces.stream().map(Space::pool).distinct().toList();
    return new WordPools(WordCounts.of(sql, pools, words));
  }

  /** The spaces that may have the word. */
  List<Space> spacesWith(String word, List<Space> spaces) {
    Map<Long, Long> pools = recordsByPool.getOrDefault(word, Map.of());
    return spaces.stream().filter(space -> pools.containsKey(space.pool())).toList();
  }
}
