package dev.membrane.store.sqlite;

import dev.membrane.store.jdbc.Space;
import dev.membrane.store.jdbc.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** Which of several tags is the rarest where a caller looks. */
final class TagCounts {

  private TagCounts() {}

  /** The tags as words, the rarest first. */
  static List<String> rarestFirst(Handle handle, List<Space> spaces, Collection<String> tags) {
    List<String> words = new ArrayList<>(tags.stream().map(Words::tag).toList());
    if (words.size() > 1) {
      List<Long> pools = spaces.stream().map(Space::pool).distinct().toList();
      Map<String, Long> counts = WordCounts.sums(handle, pools, words);
      words.sort(Comparator.comparingLong(word -> counts.getOrDefault(word, 0L)));
    }
    return words;
  }
}
