package dev.membrane.store.sqlite.internal.cache;

import dev.membrane.store.jdbc.internal.runs.WordPlaces;
import dev.membrane.store.jdbc.internal.search.TopRows;
import dev.membrane.store.jdbc.internal.table.SharedChanges;
import dev.membrane.store.jdbc.internal.table.SharedChanges.NewSpace;
import dev.membrane.store.jdbc.internal.table.StoredVector;
import dev.membrane.store.jdbc.internal.words.RunWord;
import dev.membrane.store.sqlite.internal.vector.SignIndex;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a file that are kept in memory: whole records, the rows that searches look at, and
 * vectors, each with at most a sixteenth of the heap, the first rows of spaces, which spaces
 * questions look at, the places of words among kept runs, and keys, each with a quarter of that,
 * and also the signs of vectors, with a quarter of the heap: a bit for each dimension of every
 * vector in the spaces that were searched. Safe for use by many threads.
 *
 * @param records by id
 * @param rows by rid
 * @param vectors by rid
 * @param tops by space
 * @param spaces by what decides which they are
 * @param places by word among the runs of a pool
 * @param keys by name
 * @param signs null where nobody reports commits
 */
public record Caches(
    RowCache<String, CachedRecord> records,
    RowCache<Long, SearchRow> rows,
    RowCache<Long, StoredVector> vectors,
    RowCache<Long, TopRows> tops,
    RowCache<SpaceQuery, CachedSpaces> spaces,
    RowCache<RunWord, WordPlaces> places,
    RowCache<String, CachedKey> keys,
    @Nullable SignIndex signs) {

  private static final int SHARE = 16;

  /** For a file that another process may write, of which nothing may be kept. */
  public static Caches none() {
    return of(null);
  }

  /** For a file whose writer reports every commit from now on. */
  public static Caches kept() {
    Caches caches = of(new SignIndex(Runtime.getRuntime().maxMemory() / 4));
    caches.changed(new SharedChanges());
    return caches;
  }

  private static Caches of(@Nullable SignIndex signs) {
    long most = Runtime.getRuntime().maxMemory() / SHARE;
    return new Caches(
        new RowCache<>(most, CachedRecord::bytes),
        new RowCache<>(most, SearchRow::bytes),
        new RowCache<>(most, StoredVector::bytes),
        new RowCache<>(most / 4, TopRows::bytes),
        new RowCache<>(most / 4, CachedSpaces::bytes),
        new RowCache<>(most / 4, WordPlaces::bytes),
        new RowCache<>(most / 4, CachedKey::bytes),
        signs);
  }

  /** Before a transaction is committed. */
  public void changing(SharedChanges shared) {
    records.changing(shared.changedRecords());
    rows.changing(shared.changedRows());
    vectors.changing(shared.changedRows());
    tops.changing(shared.changedSpaces());
    // A list that a new space does not come to stays, so that nobody can tell there is one.
    Set<NewSpace> made = shared.newSpaces();
    spaces.changing(each -> made.stream().anyMatch(each.query()::includes));
    places.changing(shared.changedPlaces());
    keys.changing(shared.changedKeys());
    Set<String> owners = shared.ownersOfChangedKeys();
    if (!owners.isEmpty()) {
      keys.changing(key -> key.isOfOneOf(owners));
    }
  }

  /** After it is. */
  public void changed(SharedChanges shared) {
    if (signs != null) {
      signs.add(shared.embedded());
    }
    all().forEach(RowCache::changed);
  }

  private List<RowCache<?, ?>> all() {
    return List.of(records, rows, vectors, tops, spaces, places, keys);
  }

  /** A closed file answers nothing, not even what is in memory; and the room is free again. */
  public void close() {
    if (signs != null) {
      signs.clear();
    }
    all().forEach(RowCache::close);
  }
}
