package dev.membrane.internal.consolidate;

import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.spi.store.MemoryStore;
import java.util.function.Supplier;

/**
 * What everything that learns in a memory shares.
 *
 * @param defaults what holds for a record that is learned
 * @param ids gives a new id each time
 */
public record LearningContext(
    MemoryStore store, RecordChanges records, PolicyDefaults defaults, Supplier<String> ids) {

  /** The highest confidence of anything that is learned. */
  public static final double MAX_CONFIDENCE = 0.85;
}
