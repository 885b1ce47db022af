package dev.membrane.chat;

import dev.membrane.schema.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One change of the window of a conversation: which of the messages that are to be shown are there
 * already, and what becomes of those that others have added meanwhile. Not thread-safe.
 */
final class WindowChange {

  /** Stands for a message that has no place yet. */
  private static final long NEW = -1;

  private final int size;

  /** The positions of messages that are there, by their index. */
  private final Map<Integer, Long> known;

  /** What the framework knew of when it made the list; what it leaves out of this is to go. */
  private final Set<Long> seen;

  /** The records of messages that this change has added. */
  private final Map<Long, String> added = new HashMap<>();

  private WindowChange(int size, Map<Integer, Long> known, Set<Long> seen) {
    this.size = size;
    this.known = new HashMap<>(known);
    this.seen = seen;
  }

  /** A change of what was shown. */
  static WindowChange of(int size, Given.Known shown) {
    return new WindowChange(size, shown.positions(), shown.seen());
  }

  /**
   * A change by somebody who was shown nothing: what says the same in the same order is the same.
   */
  static WindowChange of(List<JsonValue> messages, Transcript.TranscriptState state) {
    List<MessageReference> places =
        state.window().stream()
            .filter(place -> state.messages().containsKey(place.position()))
            .toList();
    List<JsonValue> there =
        places.stream().map(place -> state.messages().get(place.position())).toList();
    Map<Integer, Long> known = new HashMap<>();
    Alignment.of(there, messages)
        .forEach((index, place) -> known.put(index, places.get(place).position()));
    Set<Long> seen = new HashSet<>();
    state.window().forEach(place -> seen.add(place.position()));
    return new WindowChange(messages.size(), known, seen);
  }

  /** The first message that is not there yet; -1 if all are. */
  int next() {
    for (int i = 0; i < size; i++) {
      if (!known.containsKey(i)) {
        return i;
      }
    }
    return -1;
  }

  /** A message has got its place. */
  void added(int index, MessageReference place) {
    known.put(index, place.position());
    added.put(place.position(), place.recordId());
  }

  /**
   * The window after the change, as far as messages have a place.
   *
   * @param adding the position that the next message gets; negative: none does
   */
  List<MessageReference> windowAfter(Transcript.TranscriptState state, long adding) {
    Map<Long, MessageReference> there = placed(state);
    List<MessageReference> unseen = unseen(state);
    List<MessageReference> window = new ArrayList<>();
    boolean hasUnseen = false;
    int next = next();
    for (int i = 0; i < size; i++) {
      long position = known.getOrDefault(i, NEW);
      boolean isNew = position == NEW || added.containsKey(position);
      if (isNew && !hasUnseen) {
        window.addAll(unseen);
        hasUnseen = true;
      }
      if (i == next && adding >= 0) {
        window.add(new MessageReference(adding, ""));
      } else if (there.containsKey(position)) {
        window.add(there.get(position));
      }
    }
    if (!hasUnseen) {
      window.addAll(unseen);
    }
    return window;
  }

  private Map<Long, MessageReference> placed(Transcript.TranscriptState state) {
    Map<Long, MessageReference> there = new LinkedHashMap<>();
    state.window().forEach(place -> there.put(place.position(), place));
    added.forEach(
        (position, record) -> there.putIfAbsent(position, new MessageReference(position, record)));
    return there;
  }

  /** What others have added to the window, of which the framework does not know. */
  private List<MessageReference> unseen(Transcript.TranscriptState state) {
    return state.window().stream()
        .filter(place -> !seen.contains(place.position()) && !known.containsValue(place.position()))
        .toList();
  }

  /** What the framework knows of when it has seen the change, or as much of it as was done. */
  Set<Long> seen() {
    Set<Long> all = new HashSet<>(known.values());
    if (next() >= 0) {
      all.addAll(seen);
    }
    return all;
  }

  /** The positions of all messages, in their order; negative for those that have none. */
  List<Long> positions() {
    List<Long> positions = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      positions.add(known.getOrDefault(i, NEW));
    }
    return positions;
  }
}
