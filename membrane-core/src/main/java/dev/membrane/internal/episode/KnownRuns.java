package dev.membrane.internal.episode;

import dev.membrane.spi.store.MemoryStore;
import java.util.Collection;
import java.util.Map;

/** What is known of runs that were learned from, whoever keeps it. Thread-safe. */
public interface KnownRuns {

  /** Why those of some episodes failed of which it is known, by the ids of the episodes. */
  Map<String, FailedRun> failures(Collection<String> episodeIds, MemoryStore store);

  /** The calls of those of some episodes that succeeded, as far as they are known. */
  Map<String, SourceRun> successes(Collection<String> episodeIds, MemoryStore store);
}
