package dev.membrane.chat;

import static java.util.Objects.requireNonNull;

import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveEpisodeRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An episode that a model takes part in, such as its conversation. The model has it before it, and
 * is not to be told it as something remembered.
 */
public final class RunningEpisode {

  private RunningEpisode() {}

  /**
   * The ids of the records that it has so far; none if there is no such episode. It throws what
   * {@link dev.membrane.Retrieval} throws.
   *
   * @param memory as whoever asks reaches it
   * @param scope null: the only scope of a caller who has one, else none
   * @param key such as {@link Conversations#episode}
   */
  public static List<String> recordIds(Memory memory, @Nullable String scope, String key) {
    requireNonNull(memory, "memory");
    RetrieveEpisodeRequest shortest =
        RetrieveEpisodeRequest.builder()
            .episode(requireNonNull(key, "key"))
            .scope(scope)
            .page(PageRequest.FIRST.ofSize(1))
            .build();
    try {
      return memory.retrieval().episode(shortest).recordIds();
    } catch (NotFoundException notBegun) {
      return List.of();
    }
  }
}
