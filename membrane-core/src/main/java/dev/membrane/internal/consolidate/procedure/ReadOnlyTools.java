package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.procedure.Tally.Things;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds out which tools change nothing. What a tool declares about itself counts first. Without
 * that, tools that only think or do arithmetic are recognised by their names, and look-ups by their
 * results: at least one in {@value #FEEDING} of the calls returns a value that a later call uses,
 * or repetitions with the same arguments always returned the same.
 */
final class ReadOnlyTools {

  /** One call in so many must feed a later one. A value may be used again by chance. */
  private static final int FEEDING = 10;

  /** One repetition may be a chance. */
  private static final int LEAST_REPETITIONS = 2;

  private static final Set<String> THINKING =
      Set.of(
          "think",
          "thinking",
          "thought",
          "sequentialthinking",
          "calculate",
          "calculator",
          "calc",
          "arithmetic",
          "math");

  /** Words by which a name tells that its tool does more than to think. */
  private static final Set<String> DOING =
      Set.of(
          "and", "then", "cancel", "clear", "create", "delete", "edit", "insert", "modify",
          "publish", "remove", "replace", "reset", "save", "send", "store", "submit", "update",
          "write");

  /** What stands between the words of a tool's name. */
  static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}]++|(?<=\\p{Ll})(?=\\p{Lu})");

  private final Tally runs;

  ReadOnlyTools(Tally runs) {
    this.runs = runs;
  }

  /** Whether a tool changes something, as far as is known. */
  boolean isChange(String tool) {
    if (of(Things.WRITES, tool) > 0) {
      return true;
    }
    return !isLookup(tool) && !isThinking(tool);
  }

  /** Whether a tool is called for what it tells. */
  boolean isLookup(String tool) {
    if (of(Things.WRITES, tool) > 0 || isThinking(tool)) {
      return false;
    }
    boolean isRepeatable =
        of(Things.SAME, tool) >= LEAST_REPETITIONS && of(Things.OTHER, tool) == 0;
    boolean isUsed = of(Things.FEEDS, tool) * FEEDING >= of(Things.CALLS, tool);
    return of(Things.READS, tool) > 0 || isUsed || isRepeatable;
  }

  private static boolean isThinking(String tool) {
    List<String> words =
        BETWEEN_WORDS.splitAsStream(tool).map(word -> word.toLowerCase(Locale.ROOT)).toList();
    return !words.isEmpty()
        && words.stream().noneMatch(DOING::contains)
        && (THINKING.contains(words.get(0)) || THINKING.contains(words.get(words.size() - 1)));
  }

  private long of(Things kind, String tool) {
    return runs.things(kind).of(tool);
  }
}
