package dev.membrane.internal.episode;

import dev.membrane.schema.ToolNode;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** When a run was. */
public final class RunTime {

  private RunTime() {}

  /**
   * The time of its last tool call. A caller may have given any time, so it is bounded: one in the
   * future would be the latest for ever.
   *
   * @param otherwise the time of a run without calls
   * @param latest it was not later than this
   */
  public static Instant of(List<ToolNode> calls, Instant otherwise, Instant latest) {
    Instant told =
        calls.stream()
            .map(ToolNode::timestamp)
            .filter(Objects::nonNull)
            .max(Instant::compareTo)
            .orElse(otherwise);
    return told.isAfter(latest) ? latest : told;
  }
}
