package dev.membrane.chat;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often each conversation was begun, as far as is known here. A conversation that was deleted
 * and begins again cannot use the claim of an earlier beginning, and would meet each of them anew.
 * Thread-safe.
 */
final class Beginnings {

  /** Beyond this many conversations those that began longest ago are forgotten. */
  private static final int MAX = 10_000;

  private final Map<String, Long> next =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MAX;
        }
      };

  /** The first beginning of a conversation that is not known to be taken, from 0 on. */
  synchronized long next(String id) {
    return next.getOrDefault(id, 0L);
  }

  /** Notes that a beginning is taken. */
  synchronized void taken(String id, long beginning) {
    if (beginning >= next(id)) {
      next.remove(id);
      next.put(id, beginning + 1);
    }
  }
}
