package dev.membrane.store.sqlite;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What searches keep in memory of a file: rows and vectors, each at most a sixteenth of the heap,
 * and the signs of vectors. Safe for use by many threads.
 *
 * @param signs null where nobody tells of commits
 */
record SearchCaches(
    RowCache<LookedUp> rows, RowCache<Embedded> vectors, @Nullable SignIndex signs) {

  private static final int SHARE = 16;

  /** For a file that another process may write, of which nothing may be kept. */
  static SearchCaches none() {
    return of(null);
  }

  /** For a file whose writer tells of every commit from now on. */
  static SearchCaches kept() {
    SearchCaches caches = of(new SignIndex());
    caches.changed(List.of());
    return caches;
  }

  private static SearchCaches of(@Nullable SignIndex signs) {
    long most = Runtime.getRuntime().maxMemory() / SHARE;
    return new SearchCaches(
        new RowCache<>(most, LookedUp::bytes), new RowCache<>(most, Embedded::bytes), signs);
  }

  /** Before a transaction is committed that changes rows or their vectors. */
  void changing(Collection<Long> rids) {
    rows.changing(rids);
    vectors.changing(rids);
  }

  /** After it is. */
  void changed(List<SignIndex.Added> embedded) {
    if (signs != null) {
      signs.add(embedded);
    }
    rows.changed();
    vectors.changed();
  }
}
