package dev.membrane.store.jdbc.internal.table;

import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The ids that were looked up last. For the writer. */
final class RecentIds<K> extends LinkedHashMap<K, Long> {

  private static final long serialVersionUID = 1L;
  private static final int MAX = 20_000;

  /** Asks for an id; null if there is none. */
  @FunctionalInterface
  interface IdQuery<K> {
    @Nullable Long of(K key) throws SQLException;
  }

  /** None yet. */
  RecentIds() {
    super(64, 0.75f, true);
  }

  /**
   * The id of what is made if it is new.
   *
   * @param isShared whether writers of any scope may make it, so that they must not at the moment
   */
  long idOf(K key, boolean isShared, WriteTransaction sql, IdQuery<K> find, IdQuery<K> add)
      throws SQLException {
    Long known = get(key);
    if (known != null) {
      return known;
    }
    Long found = find.of(key);
    if (found == null && isShared) {
      sql.lockShared();
      found = find.of(key);
    }
    long id = found == null ? Objects.requireNonNull(add.of(key)) : found;
    put(key, id);
    return id;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, Long> eldest) {
    return size() > MAX;
  }
}
