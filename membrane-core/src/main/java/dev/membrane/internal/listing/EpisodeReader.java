package dev.membrane.internal.listing;

import dev.membrane.RetrieveEpisodeAnswer.EpisodeEvent;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.episode.CallEvents;
import dev.membrane.internal.episode.EpisodeParts.EpisodeSpan;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.json.JsonWeight;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a page of the events of an episode. It reads only the records that can hold one of these
 * events, a few at a time: for a record that does not grow any more, the times of its first and
 * last event are known. Not thread-safe.
 */
final class EpisodeReader {

  /**
   * Where an event stands.
   *
   * @param part the number of its record in the episode
   * @param index its number among the events of this instant in the record
   */
  record EventPlace(Instant t, int part, int index) {

    static final Comparator<EventPlace> ORDER =
        Comparator.comparing(EventPlace::t)
            .thenComparingInt(EventPlace::part)
            .thenComparingInt(EventPlace::index);

    /** Reads what {@link #text} wrote; refuses anything else. */
    static EventPlace of(String text) {
      String[] parts = text.split(" ", -1);
      try {
        EventPlace place =
            new EventPlace(
                Instant.parse(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
        if (place.text().equals(text)) {
          return place;
        }
      } catch (DateTimeParseException | NumberFormatException | IndexOutOfBoundsException other) {
        // Nobody was given such a place.
      }
      throw PageCursor.refused();
    }

    String text() {
      return t + " " + part + " " + index;
    }
  }

  /** How many records are read at a time. */
  private static final int CHUNK = 4;

  private final RecordCodec codec = new RecordCodec();
  private final MemoryStore store;
  private final Visibility visibility;
  private final List<EpisodeSpan> parts;
  private final boolean isNewestFirst;
  private final Comparator<Instant> time;
  private final Set<String> seen;
  private final NavigableMap<EventPlace, EpisodeEvent> ready;
  private final List<EpisodeEvent> events = new ArrayList<>();
  private @Nullable OutcomeStatus outcome;
  private @Nullable EventPlace next;

  /**
   * For one page.
   *
   * @param parts all records of the episode, in order
   */
  EpisodeReader(
      MemoryStore store, Visibility visibility, List<EpisodeSpan> parts, boolean isNewestFirst) {
    this.store = store;
    this.visibility = visibility;
    this.parts = parts;
    this.isNewestFirst = isNewestFirst;
    this.time = isNewestFirst ? Comparator.reverseOrder() : Comparator.naturalOrder();
    this.ready = new TreeMap<>(isNewestFirst ? EventPlace.ORDER.reversed() : EventPlace.ORDER);
    this.seen =
        new KnownRecords(store, visibility)
            .inFull(parts.stream().map(EpisodeSpan::id).toList()).stream()
                .map(RecordHeader::id)
                .collect(Collectors.toSet());
  }

  /**
   * Reads the page after an event.
   *
   * @param after null: the first page
   */
  EpisodeReader read(@Nullable EventPlace after, int size) {
    Deque<Integer> unread = unread(after);
    long left = Limits.MAX_ANSWER_BYTES;
    EventPlace last = null;
    while (hasMore(unread, after)) {
      EpisodeEvent event = ready.firstEntry().getValue();
      left -= weight(event);
      if (events.size() == size || (left < 0 && !events.isEmpty())) {
        next = last;
        return this;
      }
      last = ready.pollFirstEntry().getKey();
      events.add(event);
    }
    return this;
  }

  List<EpisodeEvent> events() {
    return events;
  }

  /** The records that the caller sees in full, in order. */
  List<String> recordIds() {
    return parts.stream().map(EpisodeSpan::id).filter(seen::contains).toList();
  }

  @Nullable OutcomeStatus outcome() {
    return outcome;
  }

  /** The place to go on after; null on the last page. */
  @Nullable EventPlace next() {
    return next;
  }

  /** The numbers of the records that can hold what is asked for, in the order of their times. */
  private Deque<Integer> unread(@Nullable EventPlace after) {
    return IntStream.range(0, parts.size())
        .boxed()
        .filter(number -> seen.contains(parts.get(number).id()))
        .filter(number -> after == null || time.compare(end(number), after.t()) >= 0)
        .sorted(Comparator.comparing(this::start, time))
        .collect(Collectors.toCollection(ArrayDeque::new));
  }

  private Instant start(int number) {
    return isNewestFirst ? parts.get(number).until() : parts.get(number).from();
  }

  private Instant end(int number) {
    return isNewestFirst ? parts.get(number).from() : parts.get(number).until();
  }

  /** Reads on until it is certain which event comes next. */
  private boolean hasMore(Deque<Integer> unread, @Nullable EventPlace after) {
    while (!unread.isEmpty()
        && (ready.isEmpty() || time.compare(start(unread.getFirst()), ready.firstKey().t()) <= 0)) {
      Map<String, Integer> chunk = new HashMap<>();
      while (!unread.isEmpty() && chunk.size() < CHUNK) {
        int number = unread.removeFirst();
        chunk.put(parts.get(number).id(), number);
      }
      for (StoredRecord stored : store.get(chunk.keySet())) {
        add(stored.record(), chunk.getOrDefault(stored.record().id(), 0), after);
      }
    }
    return !ready.isEmpty();
  }

  private void add(MemoryRecord record, int number, @Nullable EventPlace after) {
    if (!visibility.sees(record) || !(record.payload() instanceof EpisodicPayload episode)) {
      return;
    }
    outcome = outcome == null ? episode.outcome() : outcome;
    Map<String, ToolNode> tools = new HashMap<>();
    episode.toolGraph().forEach(tool -> tools.put(tool.id(), tool));
    CallEvents calls = new CallEvents(record, episode);
    Map<Instant, Integer> counts = new HashMap<>();
    for (TimelineEvent event : episode.timeline()) {
      int index = counts.merge(event.t(), 1, Integer::sum);
      EventPlace place = new EventPlace(event.t(), number, index);
      if (after == null || ready.comparator().compare(place, after) > 0) {
        ToolNode tool = calls.has(event) ? tools.get(event.ref()) : null;
        ready.put(place, new EpisodeEvent(record.id(), event, tool));
      }
    }
  }

  private long weight(EpisodeEvent event) {
    ToolNode tool = event.tool();
    return JsonWeight.of(codec.encode(event.event()))
        + (tool == null ? 0 : JsonWeight.of(codec.encode(tool)));
  }
}
