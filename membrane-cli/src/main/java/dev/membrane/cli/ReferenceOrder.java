package dev.membrane.cli;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The order in which records can be taken in: what one relates to comes before it. Where records
 * relate to each other in a circle, one relation has to be left. Not thread-safe.
 */
final class ReferenceOrder {

  private final Set<String> all = new LinkedHashSet<>();
  private final Map<String, List<String>> targets = new HashMap<>();
  private final Set<String> placed = new LinkedHashSet<>();

  void add(String id) {
    all.add(id);
  }

  void relate(String source, String target) {
    targets.computeIfAbsent(source, id -> new ArrayList<>()).add(target);
  }

  /** All ids in order. */
  List<String> ids() {
    all.forEach(this::place);
    return List.copyOf(placed);
  }

  /** Depth first, without recursion: a chain of revisions can be long. */
  private void place(String first) {
    if (placed.contains(first)) {
      return;
    }
    Deque<String> path = new ArrayDeque<>(List.of(first));
    Set<String> onPath = new HashSet<>(path);
    Map<String, Iterator<String>> left = new HashMap<>();
    while (!path.isEmpty()) {
      String id = path.peek();
      Iterator<String> next =
          left.computeIfAbsent(id, it -> targets.getOrDefault(it, List.of()).iterator());
      if (next.hasNext()) {
        String target = next.next();
        if (all.contains(target) && !placed.contains(target) && onPath.add(target)) {
          path.push(target);
        }
      } else {
        path.pop();
        placed.add(id);
      }
    }
  }
}
