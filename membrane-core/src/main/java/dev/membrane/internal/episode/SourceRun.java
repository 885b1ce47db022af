package dev.membrane.internal.episode;

import dev.membrane.internal.keys.LearningScope;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A successful run that something was learned from. */
public record SourceRun(LearningScope scope, List<SourceCall> calls) {

  /** Copies the list. */
  public SourceRun {
    calls = List.copyOf(calls);
  }

  /**
   * A call of a tool.
   *
   * @param texts its arguments that are texts, by name
   * @param told the names of those whose values were told to the run
   */
  public record SourceCall(String tool, Map<String, String> texts, Set<String> told) {

    /** Copies both. */
    public SourceCall {
      texts = Map.copyOf(texts);
      told = Set.copyOf(told);
    }
  }

  /** The names of the tools, in order. */
  public List<String> tools() {
    return calls.stream().map(SourceCall::tool).toList();
  }
}
