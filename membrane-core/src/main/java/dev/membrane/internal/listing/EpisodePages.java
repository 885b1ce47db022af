package dev.membrane.internal.listing;

import static java.util.stream.Collectors.toMap;

import dev.membrane.Listing.EpisodeSummary;
import dev.membrane.internal.episode.EpisodeParts;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a page of episodes with all their records, few at a time. Not thread-safe. */
final class EpisodePages {

  /** How many episodes are read at a time. */
  private static final int CHUNK = 16;

  private final MemoryStore store;
  private final EpisodeParts parts;
  private final Visibility visibility;
  private final @Nullable String key;
  private final int size;
  private final List<EpisodeSummary> episodes = new ArrayList<>();
  private String last = "";
  private boolean more = true;

  /**
   * For one page.
   *
   * @param key of the episodes; null: any
   */
  EpisodePages(MemoryStore store, Visibility visibility, @Nullable String key, int size) {
    this.store = store;
    this.parts = new EpisodeParts(store);
    this.visibility = visibility;
    this.key = key;
    this.size = size;
  }

  /** Reads the page after the first record of an episode; empty: the first page. */
  EpisodePages read(String after) {
    last = after;
    while (more && episodes.size() < size) {
      int wanted = Math.min(CHUNK, size - episodes.size());
      List<String> ids = store.episodes(visibility, key, last, wanted + 1);
      more = ids.size() > wanted;
      List<String> page = more ? ids.subList(0, wanted) : ids;
      add(page);
      last = page.isEmpty() ? last : page.get(page.size() - 1);
    }
    return this;
  }

  List<EpisodeSummary> episodes() {
    return episodes;
  }

  /** The id to go on after; null on the last page. */
  @Nullable String next() {
    return more ? last : null;
  }

  private void add(List<String> firsts) {
    List<MemoryRecord> begun = seen(firsts).filter(MemoryRecord::beginsEpisode).toList();
    Map<String, List<String>> ids = parts.idsOf(begun);
    Map<String, MemoryRecord> byId =
        seen(ids.values().stream().flatMap(Collection::stream).toList())
            .collect(toMap(MemoryRecord::id, record -> record));
    for (MemoryRecord first : begun) {
      List<MemoryRecord> records =
          ids.getOrDefault(first.id(), List.of()).stream()
              .map(byId::get)
              .filter(Objects::nonNull)
              .toList();
      episodes.add(episode(Objects.requireNonNull(first.episode()), first, records));
    }
  }

  private Stream<MemoryRecord> seen(List<String> ids) {
    return ids.isEmpty()
        ? Stream.of()
        : store.get(ids).stream().map(StoredRecord::record).filter(visibility::sees);
  }

  private static EpisodeSummary episode(
      String key, MemoryRecord first, List<MemoryRecord> records) {
    return new EpisodeSummary(
        key,
        first.scope(),
        records.stream().map(MemoryRecord::id).toList(),
        first.createdAt(),
        records.stream()
            .map(MemoryRecord::updatedAt)
            .max(Instant::compareTo)
            .orElse(first.updatedAt()),
        sum(records, payload -> payload.timeline().size()),
        sum(records, payload -> payload.toolGraph().size()),
        outcome(records));
  }

  private static int sum(List<MemoryRecord> records, ToIntFunction<EpisodicPayload> of) {
    return payloads(records).mapToInt(of).sum();
  }

  private static @Nullable OutcomeStatus outcome(List<MemoryRecord> records) {
    return payloads(records)
        .map(EpisodicPayload::outcome)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static Stream<EpisodicPayload> payloads(List<MemoryRecord> records) {
    return records.stream()
        .map(MemoryRecord::payload)
        .filter(EpisodicPayload.class::isInstance)
        .map(EpisodicPayload.class::cast);
  }
}
