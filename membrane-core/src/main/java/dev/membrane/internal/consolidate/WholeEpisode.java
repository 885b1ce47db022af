package dev.membrane.internal.consolidate;

import dev.membrane.internal.access.ById;
import dev.membrane.internal.episode.EpisodeParts;
import dev.membrane.internal.episode.EpisodeSettling;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.Episode;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An episode with all of its parts together, so that a long run counts as one run. What it teaches
 * is kept with the first part.
 *
 * @param parts in their order, at least one
 */
record WholeEpisode(List<StoredRecord> parts) {

  /** A run of more parts counts as several, so that the memory for one is bounded. */
  static final int MAX_PARTS = 16;

  /** The episodes that some records are parts of, each once. */
  static List<WholeEpisode> of(Collection<StoredRecord> records, MemoryStore store) {
    Map<String, List<String>> ids =
        new EpisodeParts(store).idsOf(records.stream().map(StoredRecord::record).toList());
    Map<String, StoredRecord> known = withParts(records, ids.values(), store);
    Map<String, WholeEpisode> wholes = new LinkedHashMap<>();
    for (StoredRecord stored : records) {
      List<String> all = ids.getOrDefault(stored.record().id(), List.of());
      WholeEpisode whole =
          new WholeEpisode(
              around(stored, all.stream().map(known::get).filter(Objects::nonNull).toList()));
      wholes.putIfAbsent(whole.id(), whole);
    }
    return List.copyOf(wholes.values());
  }

  private static Map<String, StoredRecord> withParts(
      Collection<StoredRecord> records, Collection<List<String>> ids, MemoryStore store) {
    Map<String, StoredRecord> known = new HashMap<>(records.stream().collect(ById.records()));
    List<String> unread =
        ids.stream().flatMap(List::stream).distinct().filter(id -> !known.containsKey(id)).toList();
    if (!unread.isEmpty()) {
      store.get(unread).forEach(found -> known.put(found.record().id(), found));
    }
    return known;
  }

  /** The parts next to one that are as sensitive, for no knowledge crosses a sensitivity. */
  private static List<StoredRecord> around(StoredRecord part, List<StoredRecord> all) {
    LearningScope scope = LearningScope.of(part.record());
    List<StoredRecord> alike =
        all.stream().filter(other -> LearningScope.of(other.record()).equals(scope)).toList();
    int from = Math.max(0, alike.indexOf(part)) / MAX_PARTS * MAX_PARTS;
    return alike.isEmpty()
        ? List.of(part)
        : alike.subList(from, Math.min(alike.size(), from + MAX_PARTS));
  }

  /** As one episode. */
  Episode episode() {
    MemoryRecord first = parts.get(0).record();
    return new Episode(parts.size() == 1 ? first : joined(first), settledAt());
  }

  /** The id of its first part. */
  String id() {
    return parts.get(0).record().id();
  }

  List<String> partIds() {
    return parts.stream().map(part -> part.record().id()).toList();
  }

  /** Whether nothing more is expected. A single part that is due has settled. */
  boolean isSettled(Instant now) {
    return parts.size() == 1 || !settledAt().isAfter(now);
  }

  Instant settledAt() {
    return latest(
        parts.stream().map(StoredRecord::record).map(EpisodeSettling::settledAt).toList());
  }

  private MemoryRecord joined(MemoryRecord first) {
    List<TimelineEvent> timeline = new ArrayList<>();
    List<ToolNode> tools = new ArrayList<>();
    List<ProvenanceSource> sources = new ArrayList<>();
    for (StoredRecord part : parts) {
      EpisodicPayload trace = (EpisodicPayload) part.record().payload();
      timeline.addAll(trace.timeline());
      tools.addAll(trace.toolGraph());
      sources.addAll(part.record().provenance().sources());
    }
    timeline.sort(Comparator.comparing(TimelineEvent::t));
    return first.toBuilder()
        .confidence(parts.stream().mapToDouble(it -> it.record().confidence()).min().orElseThrow())
        .tags(parts.stream().flatMap(it -> it.record().tags().stream()).distinct().toList())
        .updatedAt(latest(parts.stream().map(it -> it.record().updatedAt()).toList()))
        .provenance(new Provenance(sources, first.provenance().createdBy()))
        .payload(((EpisodicPayload) first.payload()).withTrace(timeline, tools))
        .build();
  }

  private static Instant latest(List<Instant> instants) {
    return instants.stream().max(Comparator.naturalOrder()).orElseThrow();
  }
}
