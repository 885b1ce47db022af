package dev.membrane;

import dev.membrane.schema.OutcomeStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of episodes that have a key.
 *
 * @param episodes in the order in which they began
 * @param nextCursor the cursor of the next page; empty on the last page
 */
public record EpisodePage(List<EpisodeSummary> episodes, String nextCursor) {

  /** Copies the list. */
  public EpisodePage {
    episodes = List.copyOf(episodes);
  }

  /**
   * The events under one key until their outcome.
   *
   * @param key chosen by its caller; once an episode has its outcome, the key begins another
   * @param scope null: it has none
   * @param recordIds the records that it consists of and that the caller sees in full, in order
   * @param startedAt when the first of them was created
   * @param updatedAt when one of them was last updated
   * @param events how many events and tool calls they have
   * @param toolCalls how many tool calls are among them
   * @param outcome how it ended; null while that is unknown
   */
  public record EpisodeSummary(
      String key,
      @Nullable String scope,
      List<String> recordIds,
      Instant startedAt,
      Instant updatedAt,
      int events,
      int toolCalls,
      @Nullable OutcomeStatus outcome) {

    /** Copies the list. */
    public EpisodeSummary {
      recordIds = List.copyOf(recordIds);
    }
  }
}
