package dev.membrane.chat;

import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.Timestamps;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The end of a conversation, as it is read page by page from the last event. Not thread-safe. */
final class Tail {

  private final Map<Long, JsonValue> messages = new HashMap<>();
  private final Map<Long, String> records = new HashMap<>();
  private String beginning = "";
  private Instant latest = Timestamps.MIN;
  private long earliest = Long.MAX_VALUE;
  private @Nullable Entry newest;

  /** Adds a page; answers whether there is nothing more to look for. */
  boolean add(RetrieveEpisodeAnswer page) {
    beginning = page.recordIds().stream().findFirst().orElse(beginning);
    page.events().forEach(event -> add(event.event(), event.recordId()));
    return isComplete();
  }

  /** Adds an event of a record; what somebody else put there is passed over. */
  void add(TimelineEvent event, String recordId) {
    Entry.of(event.data()).ifPresent(entry -> add(entry, event.t(), recordId));
  }

  private void add(Entry entry, Instant t, String recordId) {
    newest = newest == null || entry.position() > newest.position() ? entry : newest;
    earliest = Math.min(earliest, entry.position());
    latest = t.isAfter(latest) ? t : latest;
    records.put(entry.position(), recordId);
    entry.putInto(messages);
  }

  /** Whether the window is among what was read, but for what was deleted from it. */
  boolean isComplete() {
    return newest != null
        && newest.window().stream()
            .allMatch(place -> isFound(place) || place.position() > earliest);
  }

  private boolean isFound(MessageReference place) {
    return !place.recordId().isEmpty() || records.containsKey(place.position());
  }

  /** The record that the conversation began with; empty if there is none. */
  String beginning() {
    return beginning;
  }

  /** The records that were read, and the first one. */
  Set<String> records() {
    Set<String> all = new HashSet<>(records.values());
    all.add(beginning);
    return all;
  }

  /** When the last event happened. */
  Instant latest() {
    return latest;
  }

  /** The last position that is taken; -1: there is none. */
  long last() {
    return newest == null ? -1 : newest.position();
  }

  /** What the model is shown, each in its record; what nobody has any more is left out. */
  List<MessageReference> window() {
    return newest == null
        ? List.of()
        : newest.window().stream()
            .filter(this::isFound)
            .map(place -> place.recordId().isEmpty() ? placed(place.position()) : place)
            .toList();
  }

  private MessageReference placed(long position) {
    return new MessageReference(position, records.getOrDefault(position, ""));
  }

  /** The messages that were read, by position. */
  Map<Long, JsonValue> messages() {
    return messages;
  }
}
