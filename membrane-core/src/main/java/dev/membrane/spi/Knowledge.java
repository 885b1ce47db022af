package dev.membrane.spi;

import dev.membrane.schema.Payload;
import java.util.List;

/**
 * What a stage has learned.
 *
 * @param payload what it says
 * @param confidence how far it can be relied on, 0 to 1
 * @param episodes ids of the episodes that it is learned from, the sources of its provenance
 */
public record Knowledge(Payload payload, double confidence, List<String> episodes) {

  /** Copies the list. */
  public Knowledge {
    episodes = List.copyOf(episodes);
  }
}
