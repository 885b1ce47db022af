package dev.membrane.spi.commit;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Terms;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A successful run that tasks are compared with: its task, and the tools that it called. It
 * outlives its episode.
 *
 * @param id the id of the episode, at most one run of which is kept
 * @param scope its scope; null: none
 * @param sensitivity its sensitivity
 * @param at when it was, in whole microseconds
 * @param words how often each term of its task occurs, each at least 1; terms as in {@link Terms}
 * @param tools how often each tool was called, each at least 1
 * @param groups names by which the engine finds the procedures of this run; without white space
 */
public record KeptRun(
    String id,
    @Nullable String scope,
    Sensitivity sensitivity,
    Instant at,
    Map<String, Integer> words,
    Map<String, Integer> tools,
    List<String> groups) {

  /** Copies the collections. */
  public KeptRun {
    words = Map.copyOf(words);
    tools = Map.copyOf(tools);
    groups = List.copyOf(groups);
  }

  /** The sum of the counts of the words. */
  public int length() {
    return words.values().stream().mapToInt(Integer::intValue).sum();
  }
}
