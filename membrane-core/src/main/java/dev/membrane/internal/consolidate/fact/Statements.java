package dev.membrane.internal.consolidate.fact;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an episode states.
 *
 * @param byNote the facts, by the names of their notes, in the order in which they were stated; at
 *     least one
 */
record Statements(Map<String, Statement> byNote) {

  /** Copies the map, in its order. */
  Statements {
    byNote = Collections.unmodifiableMap(new LinkedHashMap<>(byNote));
  }
}
