package dev.membrane.chat;

import dev.membrane.AlreadyExistsException;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.NotFoundException;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.TimelineEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The events of one conversation. */
final class Transcript {

  /** How many events are read from the end; a window is mostly among them. */
  private static final int PAGE = 64;

  private static final String WINDOW = "window";

  private final Membrane membrane;
  private final ConversationSettings settings;
  private final String key;

  Transcript(Membrane membrane, ConversationSettings settings, String id) {
    this.membrane = membrane;
    this.settings = settings;
    this.key = settings.key(id);
  }

  /**
   * How the conversation stands.
   *
   * @param last the last position that is taken; -1: there is none
   * @param window what the model is shown, in order
   * @param messages of the window, by position; what somebody deleted is missing
   */
  record State(long last, List<Place> window, Map<Long, JsonValue> messages) {

    static final State EMPTY = new State(-1, List.of(), Map.of());
  }

  /** Reads the end of the conversation, and what else is in its window. */
  State read() {
    Map<Long, JsonValue> messages = new HashMap<>();
    Map<Long, String> records = new HashMap<>();
    Entry newest = null;
    for (RetrieveEpisodeAnswer.EpisodeEvent event : latest()) {
      Entry entry = Entry.of(event.event().data()).orElse(null);
      if (entry != null) {
        newest = newest == null || entry.position() > newest.position() ? entry : newest;
        records.put(entry.position(), event.recordId());
        put(entry, messages);
      }
    }
    if (newest == null) {
      return State.EMPTY;
    }
    List<Place> window = placed(newest, records);
    readOthers(window, messages);
    return new State(newest.position(), window, messages);
  }

  private List<RetrieveEpisodeAnswer.EpisodeEvent> latest() {
    RetrieveEpisodeRequest request =
        new RetrieveEpisodeRequest(key, settings.scope(), true, PageRequest.FIRST.ofSize(PAGE));
    try {
      return membrane.retrieval().episode(request).events();
    } catch (NotFoundException none) {
      return List.of();
    }
  }

  /** An event does not know its own record, as it was written before it had one. */
  private static List<Place> placed(Entry newest, Map<Long, String> records) {
    return newest.window().stream()
        .map(
            place ->
                place.recordId().isEmpty()
                    ? new Place(place.position(), records.getOrDefault(place.position(), ""))
                    : place)
        .toList();
  }

  private void readOthers(List<Place> window, Map<Long, JsonValue> messages) {
    List<String> unread =
        window.stream()
            .filter(place -> !messages.containsKey(place.position()))
            .map(Place::recordId)
            .distinct()
            .toList();
    for (String recordId : unread) {
      for (TimelineEvent event : timeline(recordId)) {
        Entry.of(event.data()).ifPresent(entry -> put(entry, messages));
      }
    }
  }

  private List<TimelineEvent> timeline(String recordId) {
    try {
      Optional<MemoryRecord> record = membrane.retrieval().byId(recordId).full();
      return record.isPresent() && record.get().payload() instanceof EpisodicPayload episode
          ? episode.timeline()
          : List.of();
    } catch (NotFoundException deleted) {
      return List.of();
    }
  }

  private static void put(Entry entry, Map<Long, JsonValue> messages) {
    if (entry.message() != null) {
      messages.put(entry.position(), entry.message());
    }
  }

  /**
   * Adds an event at a position.
   *
   * @return the record that has it; empty if somebody else has taken the position
   */
  Optional<String> append(Entry entry, @Nullable String kind, @Nullable String text) {
    IngestOptions options =
        settings.options().episode(key).idempotencyKey(key + "/" + entry.position());
    EventRequest.Builder event =
        EventRequest.builder()
            .source(settings.source())
            .eventKind(kind == null ? WINDOW : kind)
            .ref(Long.toString(entry.position()))
            .data(entry.json())
            .options(options);
    if (text != null && !text.isBlank()) {
      event.summary(text);
    }
    DeletionPolicy policy = settings.deletionPolicy();
    if (policy != null) {
      event.deletionPolicy(policy);
    }
    try {
      return Optional.of(membrane.ingestion().event(event.build()).id());
    } catch (AlreadyExistsException taken) {
      return Optional.empty();
    }
  }

  /** Deletes all of it. */
  void delete(String reason) {
    try {
      List<String> unused = membrane.revision().deleteEpisode(key, settings.scope(), reason);
    } catch (NotFoundException none) {
      // Nothing to delete is no failure: it may be deleted twice.
    }
  }

  /** The ids of conversations that the caller sees, in the order in which they began. */
  static List<String> ids(Membrane membrane, ConversationSettings settings) {
    List<String> ids = new ArrayList<>();
    PageRequest page = PageRequest.FIRST.ofSize(1_000);
    String cursor;
    do {
      var found = membrane.listing().episodes(null, page);
      found.episodes().stream()
          .filter(episode -> settings.isIn(episode.scope()))
          .flatMap(episode -> settings.id(episode.key()).stream())
          .forEach(ids::add);
      cursor = found.nextCursor();
      page = page.after(cursor);
    } while (!cursor.isEmpty());
    return ids.stream().distinct().toList();
  }
}
