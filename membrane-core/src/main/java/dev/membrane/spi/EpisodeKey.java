package dev.membrane.spi;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import java.util.Optional;

/** The key of an episode, which its caller chose. */
public final class EpisodeKey {

  /** The relation of a further record of a long episode to the first one. */
  public static final String PART_OF = "part_of";

  private EpisodeKey() {}

  /** The key of a record; empty if it is no episode, or one without a key. */
  public static Optional<String> of(MemoryRecord record) {
    return record.payload() instanceof EpisodicPayload episode
        ? Optional.ofNullable(episode.episode())
        : Optional.empty();
  }

  /** Whether a record is the first of an episode with a key. */
  public static boolean isFirst(MemoryRecord record) {
    return of(record).isPresent()
        && record.relations().stream().noneMatch(to -> to.predicate().equals(PART_OF));
  }
}
