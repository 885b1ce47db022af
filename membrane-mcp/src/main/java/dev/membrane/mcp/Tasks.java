package dev.membrane.mcp;

import dev.membrane.EpisodePage.Episode;
import dev.membrane.PageRequest;
import java.util.List;

/** Tasks under way: episodes whose keys were given out by {@code begin_task}. */
final class Tasks {

  static final String ID = "task_id";

  /** A key is given out once, so that one page has all of it. */
  private static final int PAGE = 10;

  private Tasks() {}

  /**
   * The episode of a task that has no outcome yet.
   *
   * @throws dev.membrane.schema.ValidationException if there is none
   */
  static Episode open(McpCall call, String id) {
    List<Episode> all =
        call.memory()
            .listing()
            .episodes(id, PageRequest.FIRST.under(call.trust()).ofSize(PAGE))
            .episodes();
    return all.stream()
        .filter(episode -> episode.outcome() == null)
        .findFirst()
        .orElseThrow(
            () ->
                Arguments.wrong(
                    ID,
                    all.isEmpty()
                        ? "there is no task " + id + "; begin_task gives out a task_id"
                        : "task " + id + " is finished; begin_task begins another"));
  }
}
