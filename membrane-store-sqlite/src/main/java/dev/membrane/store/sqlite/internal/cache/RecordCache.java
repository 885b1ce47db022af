package dev.membrane.store.sqlite.internal.cache;

import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.StoredRecord;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Reads whole records; those that were read lately come from memory. Safe for use by many threads.
 */
public record RecordCache(RowCache<String, CachedRecord> cache, RecordsRead reading) {

  /** Reads records from the file, by id, all as they are at one moment. */
  @FunctionalInterface
  public interface RecordsRead {
    Map<String, CachedRecord> of(Set<String> ids, long heaviest);
  }

  /**
   * The records that exist, in the order asked for, each once, all as they are at one moment.
   *
   * @param heaviest the most that one may weigh that is not in memory
   * @throws dev.membrane.spi.store.UnreadableRecordException if what is stored of one of them is no
   *     record any more
   */
  public List<StoredRecord> get(Collection<String> ids, long heaviest) {
    Set<String> distinct = new LinkedHashSet<>(ids);
    Map<String, CachedRecord> found = cache.atOnce(distinct, some -> reading.of(some, heaviest));
    return distinct.stream()
        .map(found::get)
        .filter(Objects::nonNull)
        .map(CachedRecord::stored)
        .toList();
  }

  /** Those that are in memory, are seen in full, and weigh no more than so much, in no order. */
  public List<StoredRecord> cached(Collection<String> ids, Visibility visibility, long heaviest) {
    return cache.known(ids).values().stream()
        .filter(known -> known.weight() <= heaviest && visibility.sees(known.stored().record()))
        .map(CachedRecord::stored)
        .toList();
  }
}
