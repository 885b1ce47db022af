package dev.membrane.chat;

import dev.membrane.AlreadyExistsException;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Listing;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.Timestamps;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The events of one conversation. Not thread-safe. */
final class Transcript {

  /** How many events are read from the end; a window is mostly among them. */
  private static final int PAGE = 64;

  /** How many are read at a time where it is not. */
  private static final int LONG_PAGE = 1_000;

  private static final String WINDOW = "window";

  private final Memory memory;
  private final ConversationSettings settings;
  private final String id;
  private final String key;
  private final Beginnings beginnings;

  Transcript(Memory memory, ConversationSettings settings, Beginnings beginnings, String id) {
    this.memory = memory;
    this.settings = settings;
    this.beginnings = beginnings;
    this.id = id;
    this.key = ConversationSettings.key(id);
  }

  /**
   * How the conversation stands.
   *
   * @param beginning the record that it began with; empty: there is none
   * @param latest when its last event happened
   * @param last the last position that is taken; -1: there is none
   * @param records that are known to be of it; long conversations have others besides
   * @param window what the model is shown, in order
   * @param messages of the window, by position; what somebody deleted is missing
   * @param unbegun the beginning that was not known to be taken before it was read. If somebody
   *     begins meanwhile, they take it, and whoever found nothing has to read again
   */
  record TranscriptState(
      String beginning,
      Instant latest,
      long last,
      Set<String> records,
      List<MessageReference> window,
      Map<Long, JsonValue> messages,
      long unbegun) {

    static TranscriptState empty(long unbegun) {
      return new TranscriptState("", Timestamps.MIN, -1, Set.of(), List.of(), Map.of(), unbegun);
    }

    boolean isEmpty() {
      return beginning.isEmpty();
    }

    /** The same, with a record that an event was added to. */
    TranscriptState with(String recordId) {
      if (records.contains(recordId)) {
        return this;
      }
      Set<String> all = new HashSet<>(records);
      all.add(recordId);
      return new TranscriptState(
          isEmpty() ? recordId : beginning, latest, last, all, window, messages, unbegun);
    }

    /**
     * When the event at a position happens. The order of events is that of their times, so that it
     * is after those before it even where clocks differ, or one was set back.
     */
    Instant timeOf(long position, Instant now) {
      Instant earliest = latest.plus(position - last, ChronoUnit.MICROS);
      return now.isAfter(earliest) ? now : earliest;
    }
  }

  /** Reads the end of the conversation, and what else is in its window. */
  TranscriptState read() {
    Tail tail = new Tail();
    long unbegun = beginnings.next(id);
    RetrieveEpisodeRequest request =
        RetrieveEpisodeRequest.builder()
            .episode(key)
            .scope(settings.scope())
            .newestFirst(true)
            .page(PageRequest.FIRST.ofSize(PAGE))
            .build();
    try {
      RetrieveEpisodeAnswer page = memory.retrieval().episode(request);
      while (!tail.add(page) && !page.nextCursor().isEmpty()) {
        PageRequest next = PageRequest.FIRST.ofSize(LONG_PAGE).after(page.nextCursor());
        page = memory.retrieval().episode(request.on(next));
      }
    } catch (NotFoundException none) {
      return TranscriptState.empty(unbegun);
    }
    if (!tail.isComplete()) {
      readEarlier(tail);
    }
    List<MessageReference> window = tail.window();
    readOthers(window, tail.messages());
    return new TranscriptState(
        tail.beginning(),
        tail.latest(),
        tail.last(),
        tail.records(),
        window,
        tail.messages(),
        unbegun);
  }

  /** An outcome ends an episode and no conversation: what was before it is in the one before. */
  private void readEarlier(Tail tail) {
    List<Listing.EpisodeSummary> all = new ArrayList<>();
    PageRequest page = PageRequest.FIRST;
    Page<Listing.EpisodeSummary> found;
    do {
      found = memory.listing().episodes(key, page);
      all.addAll(found.items());
      page = page.after(found.nextCursor());
    } while (!found.nextCursor().isEmpty());
    Deque<String> records = recordsOf(all, tail.beginning());
    while (!records.isEmpty() && !tail.isComplete()) {
      String recordId = records.removeFirst();
      timeline(recordId).forEach(event -> tail.add(event, recordId));
    }
  }

  /** The records of one scope, the latest first; the key may be that of conversations in others. */
  private static Deque<String> recordsOf(List<Listing.EpisodeSummary> all, String beginning) {
    Deque<String> records = new ArrayDeque<>();
    all.stream()
        .filter(episode -> episode.recordIds().contains(beginning))
        .findFirst()
        .ifPresent(
            own ->
                all.stream()
                    .filter(episode -> Objects.equals(episode.scope(), own.scope()))
                    .flatMap(episode -> episode.recordIds().stream())
                    .forEach(records::addFirst));
    return records;
  }

  private void readOthers(List<MessageReference> window, Map<Long, JsonValue> messages) {
    List<String> unread =
        window.stream()
            .filter(place -> !messages.containsKey(place.position()))
            .map(MessageReference::recordId)
            .distinct()
            .toList();
    for (String recordId : unread) {
      for (TimelineEvent event : timeline(recordId)) {
        Entry.of(event.data()).ifPresent(entry -> entry.putInto(messages));
      }
    }
  }

  private List<TimelineEvent> timeline(String recordId) {
    return record(recordId)
        .map(MemoryRecord::payload)
        .map(payload -> payload instanceof EpisodicPayload episode ? episode.timeline() : null)
        .orElse(List.of());
  }

  private Optional<MemoryRecord> record(String recordId) {
    try {
      return memory.retrieval().byId(recordId).full();
    } catch (NotFoundException deleted) {
      return Optional.empty();
    }
  }

  /**
   * Whether an event that was just added is shown to nobody: the conversation was deleted since it
   * was read, and the event came to one of the same id that others have begun meanwhile.
   */
  boolean isLeftOut(TranscriptState state, MessageReference place) {
    return !state.isEmpty()
        && !state.records().contains(place.recordId())
        && record(state.beginning()).isEmpty()
        && !read().window().contains(place);
  }

  /**
   * The position after those that are taken. A conversation begins at the microseconds since 1970,
   * so that one that was deleted and begun again has none of its former positions.
   *
   * @param taken a position that somebody else has taken since the state was read; negative: none
   */
  long freePosition(TranscriptState state, long taken) {
    return state.isEmpty()
        ? Timestamps.toEpochMicros(settings.clock().instant())
        : Math.max(state.last(), taken) + 1;
  }

  /**
   * Adds an event at a position.
   *
   * @param state how the conversation stood when the position was found free
   * @return the record that has it; empty if somebody else has taken the position, or has begun the
   *     conversation
   */
  Optional<String> append(
      TranscriptState state, Entry entry, @Nullable String kind, @Nullable String text) {
    long claim = state.isEmpty() ? state.unbegun() : entry.position();
    IngestOptions options =
        settings
            .options()
            .episode(key)
            .timestamp(state.timeOf(entry.position(), settings.clock().instant()))
            .idempotencyKey(settings.claim(id, state.beginning(), claim));
    Optional<String> recordId = add(event(entry, kind, text, options));
    if (state.isEmpty()) {
      beginnings.taken(id, claim);
    }
    return recordId;
  }

  private EventRequest event(
      Entry entry, @Nullable String kind, @Nullable String text, IngestOptions options) {
    EventRequest.Builder event =
        EventRequest.builder()
            .source(settings.source())
            .eventKind(kind == null ? WINDOW : kind)
            .ref(Long.toString(entry.position()))
            .data(entry.json())
            .options(options);
    if (text != null && !text.isBlank()) {
      event.summary(MessageText.searchable(text));
    }
    DeletionPolicy policy = settings.deletionPolicy();
    if (policy != null) {
      event.deletionPolicy(policy);
    }
    return event.build();
  }

  private Optional<String> add(EventRequest event) {
    try {
      return Optional.of(memory.ingestion().event(event).id());
    } catch (AlreadyExistsException taken) {
      return Optional.empty();
    }
  }

  /** Deletes all of it; where an outcome ended it and it went on, it is several episodes. */
  void delete(String reason) {
    try {
      List<String> deleted;
      do {
        deleted = memory.revision().deleteEpisode(key, settings.scope(), reason);
      } while (!deleted.isEmpty());
    } catch (NotFoundException none) {
      // Nothing to delete is no failure: it may be deleted twice.
    }
  }

  /** The ids of conversations that the caller sees, in the order in which they began. */
  static List<String> ids(Memory memory, ConversationSettings settings) {
    List<String> ids = new ArrayList<>();
    PageRequest page = PageRequest.FIRST.ofSize(1_000);
    String cursor;
    do {
      var found = memory.listing().episodes(null, page);
      found.items().stream()
          .filter(episode -> settings.isIn(episode.scope()))
          .flatMap(episode -> settings.id(episode.key()).stream())
          .forEach(ids::add);
      cursor = found.nextCursor();
      page = page.after(cursor);
    } while (!cursor.isEmpty());
    return ids.stream().distinct().toList();
  }
}
