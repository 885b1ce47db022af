package dev.membrane.store.jdbc.internal.words;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The words of a record one by one.
 *
 * @param all with which it is found
 * @param counted those that pools count: terms and tags
 * @param tags the tags among them
 */
public record ListedWords(List<String> all, List<String> counted, List<String> tags) {

  /** What these words have and others have not. */
  public ListedWords without(ListedWords others) {
    return new ListedWords(
        without(all, others.all), without(counted, others.counted), without(tags, others.tags));
  }

  private static List<String> without(List<String> some, List<String> others) {
    Set<String> known = new HashSet<>(others);
    return some.stream().filter(word -> !known.contains(word)).toList();
  }
}
