package dev.membrane.chat;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an event of a conversation carries.
 *
 * @param position of the event in the conversation, rising
 * @param nonce what no other event has, so that two equal messages are never one request
 * @param window what the model is shown from then on, in order; the end of the conversation, the
 *     event itself included, without records
 * @param message null: the event only changes the window
 */
record Entry(
    long position, String nonce, List<MessageReference> window, @Nullable JsonValue message) {

  private static final String POSITION = "position";
  private static final String NONCE = "nonce";
  private static final String WINDOW = "window";

  /** No window has more; what says so was not written here. */
  private static final long MAX = 100_000;

  /** Of a run in the window: the record, the first position and the last one. */
  private static final int PARTS = 3;

  /** Reads what {@link #json} wrote; empty for what somebody else put there. */
  static Optional<Entry> of(@Nullable JsonValue data) {
    if (data instanceof JsonObject object
        && object.members().get(POSITION) instanceof JsonNumber position
        && object.members().get(NONCE) instanceof JsonString nonce
        && object.members().get(WINDOW) instanceof JsonArray window) {
      return Optional.of(
          new Entry(
              (long) position.doubleValue(),
              nonce.value(),
              places(window),
              StorableMessage.of(object.members())));
    }
    return Optional.empty();
  }

  private static List<MessageReference> places(JsonArray runs) {
    List<MessageReference> places = new ArrayList<>();
    for (JsonValue run : runs.items()) {
      if (run instanceof JsonArray parts
          && parts.items().size() == PARTS
          && parts.items().get(0) instanceof JsonString recordId
          && parts.items().get(1) instanceof JsonNumber first
          && parts.items().get(2) instanceof JsonNumber last) {
        long end = Math.min((long) last.doubleValue(), (long) first.doubleValue() + MAX);
        for (long at = (long) first.doubleValue(); at <= end && places.size() < MAX; at++) {
          places.add(new MessageReference(at, recordId.value()));
        }
      }
    }
    return places;
  }

  /** Puts its message to others, if it has one. */
  void putInto(Map<Long, JsonValue> messages) {
    if (message != null) {
      messages.put(position, message);
    }
  }

  /** As data of an event, the window in runs of positions that follow each other in a record. */
  JsonObject json() {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    members.put(POSITION, JsonValue.of(position));
    members.put(NONCE, new JsonString(nonce));
    members.put(WINDOW, new JsonArray(runs()));
    if (message != null) {
      StorableMessage.put(message, members);
    }
    return new JsonObject(members);
  }

  /** What is at the end of the conversation is found there, and says no record. */
  private List<JsonValue> runs() {
    List<JsonValue> runs = new ArrayList<>();
    int tail = tail();
    int start = 0;
    for (int i = 1; i <= tail; i++) {
      if (i == tail || !follows(window.get(i - 1), window.get(i))) {
        runs.add(run(window.get(start).recordId(), window.get(start), window.get(i - 1)));
        start = i;
      }
    }
    if (tail < window.size()) {
      runs.add(run("", window.get(tail), window.get(window.size() - 1)));
    }
    return runs;
  }

  /** The index in the window from which on it is the end of the conversation. */
  private int tail() {
    int tail = window.size();
    for (long at = message == null ? position - 1 : position;
        tail > 0 && window.get(tail - 1).position() == at;
        at--) {
      tail--;
    }
    return tail;
  }

  private static boolean follows(MessageReference before, MessageReference place) {
    return place.position() == before.position() + 1 && place.recordId().equals(before.recordId());
  }

  private static JsonValue run(String recordId, MessageReference first, MessageReference last) {
    return new JsonArray(
        List.of(
            new JsonString(recordId),
            JsonValue.of(first.position()),
            JsonValue.of(last.position())));
  }
}
