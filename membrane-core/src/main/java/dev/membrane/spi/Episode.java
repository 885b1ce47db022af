package dev.membrane.spi;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import java.time.Instant;

/**
 * A settled episode, to be learned from.
 *
 * @param record the episodic record, at its anchor
 * @param settledAt when it settled: when its outcome was recorded, or a day after its last part
 */
public record Episode(MemoryRecord record, Instant settledAt) {

  /** Refuses null. */
  public Episode {
    requireNonNull(record, "record");
    requireNonNull(settledAt, "settledAt");
  }

  /** What happened. */
  public EpisodicPayload trace() {
    return (EpisodicPayload) record.payload();
  }
}
