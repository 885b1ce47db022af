package dev.membrane.internal.skill;

import dev.membrane.spi.MemoryStore;
import java.util.Collection;
import java.util.Map;

/** Tells why runs failed. */
@FunctionalInterface
public interface FailureReasons {

  /** The failure modes of some episodes by their ids, as far as they are known. */
  Map<String, String> of(Collection<String> episodeIds, MemoryStore store);
}
