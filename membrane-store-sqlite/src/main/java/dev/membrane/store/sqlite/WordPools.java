package dev.membrane.store.sqlite;

import dev.membrane.store.sql.Space;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * Which of the visible pools have a word at all: most words occur in few of many scopes, and asking
 * the text index in vain costs ten times as much as this.
 */
record WordPools(Map<String, Set<Long>> poolsByWord) {

  private static final String HOLDING =
      """
      SELECT w.word, w.pool
      FROM json_each(:words) asked
      CROSS JOIN json_each(:pools) p
      CROSS JOIN pool_word w ON w.pool = p.value AND w.word = asked.value
      """;

  static WordPools read(Handle handle, List<Space> spaces, Collection<String> words) {
    Map<String, Set<Long>> pools = new HashMap<>();
    handle
        .createQuery(HOLDING)
        .bind("words", JsonTexts.distinct(words))
        .bind("pools", spaces.stream().map(Space::pool).distinct().toList().toString())
        .map((row, context) -> Map.entry(row.getString(1), row.getLong(2)))
        .forEach(
            found ->
                pools
                    .computeIfAbsent(found.getKey(), word -> new HashSet<>())
                    .add(found.getValue()));
    return new WordPools(pools);
  }

  /** The spaces that may have the word. */
  List<Space> spacesWith(String word, List<Space> spaces) {
    Set<Long> pools = poolsByWord.getOrDefault(word, Set.of());
    return spaces.stream().filter(space -> pools.contains(space.pool())).toList();
  }
}
