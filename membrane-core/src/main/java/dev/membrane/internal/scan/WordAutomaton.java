package dev.membrane.internal.scan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds many texts in one pass over bytes (A. V. Aho and M. J. Corasick, 1975). Immutable once it
 * is built.
 */
final class WordAutomaton {

  private final List<Map<Byte, Integer>> next = new ArrayList<>();
  private final List<Map<Integer, Integer>> lengths = new ArrayList<>();
  private final int[] fallback;

  /** The texts of each word, by the number of the word. */
  WordAutomaton(List<? extends Iterable<byte[]>> words) {
    add();
    for (int word = 0; word < words.size(); word++) {
      for (byte[] text : words.get(word)) {
        addLengths(insert(text), Map.of(word, text.length));
      }
    }
    fallback = fallbacks();
  }

  private int add() {
    next.add(new HashMap<>());
    lengths.add(Map.of());
    return next.size() - 1;
  }

  private void addLengths(int state, Map<Integer, Integer> more) {
    if (!more.isEmpty()) {
      Map<Integer, Integer> all = new TreeMap<>(more);
      all.putAll(lengths.get(state));
      lengths.set(state, all);
    }
  }

  private int insert(byte[] text) {
    int state = 0;
    for (byte one : text) {
      Integer known = next.get(state).get(one);
      if (known == null) {
        known = add();
        next.get(state).put(one, known);
      }
      state = known;
    }
    return state;
  }

  private int[] fallbacks() {
    int[] states = new int[next.size()];
    Queue<Integer> open = new ArrayDeque<>(next.get(0).values());
    while (!open.isEmpty()) {
      int state = open.remove();
      next.get(state)
          .forEach(
              (one, child) -> {
                states[child] = step(states, states[state], one);
                addLengths(child, lengths.get(states[child]));
                open.add(child);
              });
    }
    return states;
  }

  private int step(int[] fallbacks, int from, byte one) {
    int state = from;
    @Nullable Integer child = next.get(state).get(one);
    while (child == null && state != 0) {
      state = fallbacks[state];
      child = next.get(state).get(one);
    }
    return child == null ? 0 : child;
  }

  /** The state after a byte; the first is 0. */
  int after(int state, byte one) {
    return step(fallback, state, one);
  }

  /** How many bytes the text has that ends in a state, by the number of its word. */
  Map<Integer, Integer> lengthsAt(int state) {
    return lengths.get(state);
  }
}
