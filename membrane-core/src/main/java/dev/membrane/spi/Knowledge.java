package dev.membrane.spi;

import dev.membrane.schema.Payload;
import java.util.List;

/**
 * Something that a stage has learned.
 *
 * @param payload what it says
 * @param confidence how far it can be relied on, 0 to 1
 * @param episodes ids of the episodes that it is learned from, the sources of its provenance
 * @param tags the tags of a record that is created from it; an existing record keeps its own
 */
public record Knowledge(
    Payload payload, double confidence, List<String> episodes, List<String> tags) {

  /** Copies the lists. */
  public Knowledge {
    episodes = List.copyOf(episodes);
    tags = List.copyOf(tags);
  }

  /** Without tags. */
  public Knowledge(Payload payload, double confidence, List<String> episodes) {
    this(payload, confidence, episodes, List.of());
  }
}
