package dev.membrane.store.sqlite;

import dev.membrane.store.sql.Space;
import dev.membrane.store.sql.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** Which of several tags is the rarest where a caller looks. */
final class TagCounts {

  private static final String COUNTS =
      """
      SELECT w.value, sum(%s)
      FROM json_each(:words) w
      CROSS JOIN json_each(:pools) p
      GROUP BY w.value
      """
          .formatted(WordCounts.RECORDS.formatted("p.value", "w.value"));

  private TagCounts() {}

  /** The tags as words, the rarest first. */
  static List<String> rarestFirst(Handle handle, List<Space> spaces, Collection<String> tags) {
    List<String> words = new ArrayList<>(tags.stream().map(Words::tag).toList());
    if (words.size() > 1) {
      Map<String, Long> counts = counts(handle, spaces, words);
      words.sort(Comparator.comparingLong(word -> counts.getOrDefault(word, 0L)));
    }
    return words;
  }

  private static Map<String, Long> counts(Handle handle, List<Space> spaces, List<String> words) {
    Map<String, Long> counts = new HashMap<>();
    handle
        .createQuery(COUNTS)
        .bind("words", JsonTexts.distinct(words))
        .bind("pools", spaces.stream().map(Space::pool).distinct().toList().toString())
        .map((row, context) -> Map.entry(row.getString(1), row.getLong(2)))
        .forEach(count -> counts.put(count.getKey(), count.getValue()));
    return counts;
  }
}
