package dev.membrane.internal.scan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Finds many texts in one pass over bytes (A. V. Aho and M. J. Corasick, 1975). Immutable once it
 * is built.
 */
final class WordAutomaton {

  private static final int NONE = -1;

  private final List<Map<Byte, Integer>> next = new ArrayList<>();
  private int[] fallback = {};
  private int[] wordAt = {};
  private int[] lengthAt = {};

  /** The texts of each word, by the number of the word. */
  WordAutomaton(List<? extends Iterable<byte[]>> words) {
    next.add(new HashMap<>());
    List<int[]> ends = new ArrayList<>();
    for (int word = 0; word < words.size(); word++) {
      for (byte[] text : words.get(word)) {
        ends.add(new int[] {insert(text), word, text.length});
      }
    }
    wordAt = filled();
    lengthAt = new int[next.size()];
    for (int[] end : ends) {
      wordAt[end[0]] = end[1];
      lengthAt[end[0]] = end[2];
    }
    fallback = fallbacks();
  }

  private int[] filled() {
    int[] states = new int[next.size()];
    Arrays.fill(states, NONE);
    return states;
  }

  private int insert(byte[] text) {
    int state = 0;
    for (byte one : text) {
      Integer known = next.get(state).get(one);
      if (known == null) {
        known = next.size();
        next.add(new HashMap<>());
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
                if (wordAt[child] == NONE) {
                  wordAt[child] = wordAt[states[child]];
                  lengthAt[child] = lengthAt[states[child]];
                }
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

  /** The number of the word that a text ends of in a state; negative: of none. */
  int wordAt(int state) {
    return wordAt[state];
  }

  /** How many bytes that text has. */
  int lengthAt(int state) {
    return lengthAt[state];
  }
}
