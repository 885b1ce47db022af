package dev.membrane.internal.episode;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A successful run that something was learned from. */
public record SourceRun(@Nullable String scope, Sensitivity sensitivity, List<SourceCall> calls) {

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

  /** Whether all who see a record in full may see the run. */
  public boolean isWhere(MemoryRecord record) {
    return Objects.equals(scope, record.scope()) && sensitivity == record.sensitivity();
  }

  /** The names of the tools, in order. */
  public List<String> tools() {
    return calls.stream().map(SourceCall::tool).toList();
  }
}
