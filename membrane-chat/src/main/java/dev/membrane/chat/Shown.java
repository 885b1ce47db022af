package dev.membrane.chat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The messages that a framework was given last, each an object of its own. What it hands back is
 * known by being the same object, so that an equal message which was said again is a new one.
 *
 * @param positions of the messages in the conversation, in the same order
 */
record Shown<M>(String id, List<M> messages, List<Long> positions) {

  /** Copies the lists. */
  Shown {
    messages = List.copyOf(messages);
    positions = List.copyOf(positions);
  }

  /** The positions of those of some messages that were given, by their index. */
  Map<Integer, Long> known(List<M> handedBack) {
    IdentityHashMap<M, Deque<Long>> given = new IdentityHashMap<>();
    for (int i = 0; i < messages.size(); i++) {
      given.computeIfAbsent(messages.get(i), object -> new ArrayDeque<>()).add(positions.get(i));
    }
    Map<Integer, Long> known = new HashMap<>();
    for (int i = 0; i < handedBack.size(); i++) {
      Deque<Long> places = given.get(handedBack.get(i));
      if (places != null && !places.isEmpty()) {
        known.put(i, places.removeFirst());
      }
    }
    return known;
  }
}
