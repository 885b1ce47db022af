package dev.membrane.langchain4j;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The runs that have not ended. Nothing shows one that was abandoned, such as a stream that nobody
 * reads, so the oldest are forgotten when there are many; what is written of them stays.
 * Thread-safe.
 */
final class OpenRuns {

  private static final int MAX = 10_000;

  private final Map<UUID, AgentRun> runs = new LinkedHashMap<>();

  synchronized void add(UUID id, AgentRun run) {
    runs.put(id, run);
    if (runs.size() > MAX) {
      runs.remove(runs.keySet().iterator().next());
    }
  }

  synchronized Optional<AgentRun> get(UUID id) {
    return Optional.ofNullable(runs.get(id));
  }

  synchronized Optional<AgentRun> remove(UUID id) {
    return Optional.ofNullable(runs.remove(id));
  }
}
