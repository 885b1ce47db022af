package dev.membrane.store.sqlite.internal.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A cache of rows that were read lately, by their keys. A row leaves it when it is written. The
 * rows used least make room for others. Safe for use by many threads.
 *
 * <p>Every commit has a number, and an entry has the number of the commit after which it was read.
 * It stays valid for all later commits, since a commit removes the entries that it changes before
 * readers can see it, and nothing is added while a commit is under way.
 */
public final class RowCache<K, V> {

  private final Cache<K, CachedRow<V>> rows;
  private long commits;
  private boolean isChanging = true;
  private boolean isClosed;

  private record CachedRow<V>(V row, long commit) {}

  /** Reads rows that are not known. */
  @FunctionalInterface
  public interface RowReading<K, V> {
    Map<K, V> of(Collection<K> keys) throws SQLException;
  }

  /**
   * An empty cache. It keeps nothing until it is first told that a change is done. So it never
   * keeps anything of a file that another process writes.
   *
   * @param most the most that is kept, in bytes
   * @param weight what a row takes, about, in bytes
   */
  RowCache(long most, ToIntFunction<V> weight) {
    rows =
        Caffeine.newBuilder()
            .maximumWeight(most)
            .weigher((K key, CachedRow<V> kept) -> weight.applyAsInt(kept.row()))
            .executor(Runnable::run)
            .build();
  }

  /** Before a transaction that changes rows is committed. */
  synchronized void changing(Collection<K> keys) {
    isChanging = true;
    rows.invalidateAll(keys);
  }

  /** The same for all rows of a kind, which takes a look at every row that is known. */
  synchronized void changing(Predicate<V> kind) {
    isChanging = true;
    rows.asMap().values().removeIf(kept -> kind.test(kept.row()));
  }

  /**
   * After the commit. If the commit failed, its outcome is unknown, and nothing is kept until the
   * next one.
   */
  synchronized void changed() {
    commits++;
    isChanging = isClosed;
  }

  /** For good: nothing is known or kept any more. */
  synchronized void close() {
    isClosed = true;
    isChanging = true;
    rows.invalidateAll();
  }

  /** For a transaction that is yet to begin. */
  public synchronized CacheView view() {
    return new CacheView(commits);
  }

  private synchronized void keep(Map<K, V> read, long commit) {
    if (isCurrent(commit)) {
      read.forEach((key, row) -> rows.put(key, new CachedRow<>(row, commit)));
    }
  }

  private synchronized boolean isCurrent(long commit) {
    return !isChanging && commit == commits;
  }

  /** Some rows, all as they are at one moment: known ones, and the others as they are read. */
  public Map<K, V> atOnce(Set<K> keys, Function<Set<K>, Map<K, V>> reading) {
    CacheView view = view();
    Map<K, V> found = known(keys);
    Set<K> unknown = new LinkedHashSet<>(keys);
    unknown.removeAll(found.keySet());
    if (unknown.isEmpty() && !keys.isEmpty()) {
      return found;
    }
    if (view.isCurrent()) {
      found.putAll(view.read(unknown, reading));
    }
    // Else a commit may come between what is known and what is read.
    return view.isCurrent() ? found : view().read(keys, reading);
  }

  /** Those of some rows that are known, as they are at one and the same moment. */
  synchronized Map<K, V> known(Collection<K> keys) {
    return view().known(keys);
  }

  /**
   * What a transaction may know without reading it. To be asked once it has read anything, for only
   * that decides which commits it sees.
   */
  public final class CacheView {
    private final long commit;

    private CacheView(long commit) {
      this.commit = commit;
    }

    /** Some different rows: those that are known, and the others as the transaction reads them. */
    public Collection<V> rows(Collection<K> keys, RowReading<K, V> reading) throws SQLException {
      return rows(keys, row -> true, reading);
    }

    /** The same, where a row that is known may hold less than is needed. */
    public Collection<V> rows(Collection<K> keys, Predicate<V> isEnough, RowReading<K, V> reading)
        throws SQLException {
      List<V> found = new ArrayList<>(keys.size());
      List<K> unknown = new ArrayList<>();
      for (K key : keys) {
        CachedRow<V> kept = valid(key);
        if (kept != null && isEnough.test(kept.row())) {
          found.add(kept.row());
        } else {
          unknown.add(key);
        }
      }
      if (!unknown.isEmpty()) {
        // In the order of the tables, so that each of their pages is looked at once.
        unknown.sort(null);
        Map<K, V> read = reading.of(unknown);
        keep(read);
        found.addAll(read.values());
      }
      return found;
    }

    private @Nullable CachedRow<V> valid(K key) {
      CachedRow<V> kept = rows.getIfPresent(key);
      return kept == null || kept.commit() > commit ? null : kept;
    }

    /** A row if it is known; else null. */
    public @Nullable V known(K key) {
      CachedRow<V> kept = valid(key);
      return kept == null ? null : kept.row();
    }

    /** Those of some rows that are known. */
    public Map<K, V> known(Collection<K> keys) {
      Map<K, V> known = new HashMap<>();
      for (K key : keys) {
        CachedRow<V> kept = valid(key);
        if (kept != null) {
          known.put(key, kept.row());
        }
      }
      return known;
    }

    private Map<K, V> read(Set<K> keys, Function<Set<K>, Map<K, V>> reading) {
      Map<K, V> read = reading.apply(keys);
      keep(read);
      return read;
    }

    /** What the transaction has read itself. */
    public void keep(Map<K, V> read) {
      RowCache.this.keep(read, commit);
    }

    /** Whether nobody has committed anything since, so that all that was known then still holds. */
    boolean isCurrent() {
      return RowCache.this.isCurrent(commit);
    }
  }
}
