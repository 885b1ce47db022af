package dev.membrane.store.memory;

import dev.membrane.schema.MemoryRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A state of a record that has ended.
 *
 * @param number of the version
 * @param row null if its content was erased
 * @param entries how many entries its audit log had
 * @param until the instant of the commit that ended it
 */
record Past(long number, @Nullable Row row, int entries, Instant until) {

  Past erased() {
    return new Past(number, null, entries, until);
  }

  /** Whether two states differ in nothing but salience and instants. */
  static boolean isSame(@Nullable Row one, @Nullable Row other) {
    return one != null && other != null && content(one.record()).equals(content(other.record()));
  }

  private static MemoryRecord content(MemoryRecord record) {
    return record.toBuilder()
        .salience(0)
        .updatedAt(record.createdAt())
        .lifecycle(record.lifecycle().withLastReinforcedAt(record.createdAt()))
        .build();
  }
}
