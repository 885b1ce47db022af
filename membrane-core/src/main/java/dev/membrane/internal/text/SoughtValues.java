package dev.membrane.internal.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;

/**
 * Values that are looked for in texts, as whole words, in any letter case. The time is proportional
 * to the length of a text. Immutable.
 */
public final class SoughtValues {

  private final Map<String, List<String>> byFolded;

  private SoughtValues(Map<String, List<String>> byFolded) {
    this.byFolded = byFolded;
  }

  /** Looks for some values. */
  public static SoughtValues of(Collection<String> values) {
    Map<String, List<String>> byFolded = new HashMap<>();
    values.forEach(
        value ->
            byFolded
                .computeIfAbsent(VaryingValues.folded(value), it -> new ArrayList<>())
                .add(value));
    return new SoughtValues(byFolded);
  }

  /** Those that stand in a text. */
  public Set<String> in(String text) {
    Set<String> found = new HashSet<>();
    List<MatchResult> words = byFolded.isEmpty() ? List.of() : VaryingValues.words(text);
    for (int first = 0; first < words.size(); first++) {
      int most = Math.min(VaryingValues.MOST_WORDS, words.size() - first);
      for (int length = 1; length <= most; length++) {
        int end = words.get(first + length - 1).end();
        String span = VaryingValues.folded(text.substring(words.get(first).start(), end));
        found.addAll(byFolded.getOrDefault(span, List.of()));
      }
    }
    return found;
  }
}
