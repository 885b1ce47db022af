package dev.membrane;

import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the events of an episode.
 *
 * @param events in the order of their time; events of one instant in the order in which they came,
 *     but after them those that were too large to share a record
 * @param recordIds the records that the episode consists of and that the caller sees in full, in
 *     order
 * @param outcome how it ended; null while that is unknown
 * @param nextCursor the cursor of the next page; empty on the last page
 */
public record RetrieveEpisodeAnswer(
    List<EpisodeEvent> events,
    List<String> recordIds,
    @Nullable OutcomeStatus outcome,
    String nextCursor) {

  /** Copies the lists. */
  public RetrieveEpisodeAnswer {
    events = List.copyOf(events);
    recordIds = List.copyOf(recordIds);
  }

  /**
   * An event, or a tool call.
   *
   * @param recordId the record that has it
   * @param event its place in the timeline
   * @param tool the call with its arguments and its result; null: it is no tool call
   */
  public record EpisodeEvent(String recordId, TimelineEvent event, @Nullable ToolNode tool) {}
}
