package dev.membrane.spi;

import dev.membrane.schema.Payload;
import java.util.List;

/**
 * What a stage has learned.
 *
 * @param payload what it says
 * @param confidence how far it can be relied on, 0 to 1
 * @param episodes ids of the episodes that it is learned from, the sources of its provenance
 * @param tags what a record that is made of it is tagged with; one that is there keeps its own
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
