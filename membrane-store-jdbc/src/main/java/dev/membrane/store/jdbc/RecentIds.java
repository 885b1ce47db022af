package dev.membrane.store.jdbc;

import java.util.LinkedHashMap;
import java.util.Map;

/** The ids that were looked up last. */
final class RecentIds<K> extends LinkedHashMap<K, Long> {

  private static final long serialVersionUID = 1L;
  private static final int MOST = 20_000;

  /** None yet. */
  RecentIds() {
    super(64, 0.75f, true);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, Long> eldest) {
    return size() > MOST;
  }
}
