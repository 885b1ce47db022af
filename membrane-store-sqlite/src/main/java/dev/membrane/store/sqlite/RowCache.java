package dev.membrane.store.sqlite;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * What was read of rows lately, by rid, as far as nobody has written them since. Those asked for
 * least are given up for others. Safe for use by many threads.
 *
 * <p>Every commit has a number, and what is kept bears that of the commit it was read after. It
 * stands for all later ones too, since a commit removes what it changes before readers can see it,
 * and nothing is kept while one is under way.
 */
final class RowCache<V> {

  private final Cache<Long, Kept<V>> rows;
  private long commits;
  private boolean isChanging = true;

  private record Kept<V>(V row, long commit) {}

  /**
   * An empty cache. It keeps nothing until it is first told that a change is done: so it never does
   * beside a file that another process writes.
   *
   * @param most the most that is kept, in bytes
   * @param weight what a row takes, about, in bytes
   */
  RowCache(long most, ToIntFunction<V> weight) {
    rows =
        Caffeine.newBuilder()
            .maximumWeight(most)
            .weigher((Long rid, Kept<V> kept) -> weight.applyAsInt(kept.row()))
            .executor(Runnable::run)
            .build();
  }

  /** Before a transaction that changes rows is committed. */
  synchronized void changing(Collection<Long> rids) {
    isChanging = true;
    rows.invalidateAll(rids);
  }

  /** After it is. If that failed, it may yet turn out to be, and nothing is kept until another. */
  synchronized void changed() {
    commits++;
    isChanging = false;
  }

  /** For a transaction that is yet to begin. */
  synchronized View view() {
    return new View(commits);
  }

  private synchronized void keep(Map<Long, V> read, long commit) {
    if (!isChanging && commit == commits) {
      read.forEach((rid, row) -> rows.put(rid, new Kept<>(row, commit)));
    }
  }

  /**
   * What a transaction may know without reading it. To be asked once it has read anything, for only
   * that decides which commits it sees.
   */
  final class View {
    private final long commit;

    private View(long commit) {
      this.commit = commit;
    }

    /** Those of some rows that are known. */
    Map<Long, V> known(Collection<Long> rids) {
      Map<Long, V> known = new HashMap<>();
      for (Long rid : rids) {
        Kept<V> kept = rows.getIfPresent(rid);
        if (kept != null && kept.commit() <= commit) {
          known.put(rid, kept.row());
        }
      }
      return known;
    }

    /** What the transaction has read itself. */
    void keep(Map<Long, V> read) {
      RowCache.this.keep(read, commit);
    }
  }
}
