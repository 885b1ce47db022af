package dev.membrane.store.jdbc.crypto;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Data keys wrapped with another key. All that are stored are wrapped before it is answered, so
 * that nobody waits for a key provider while the table is locked. Used by one thread.
 */
public final class Rewrapping {

  private static final int PAGE = 1_000;

  private final KeyWrapping before;
  private final KeyWrapping after;
  private final Map<KeyRow, KeyRow> wrapped = new HashMap<>();
  private long keys;

  private Rewrapping(KeyWrapping before, KeyWrapping after) {
    this.before = before;
    this.after = after;
  }

  /**
   * Wraps all keys of a source, unless that was done before.
   *
   * @param before the key that has wrapped them, if the other has not
   * @throws DecryptionException if neither has wrapped them
   */
  public static Rewrapping of(KeyRing.KeySource source, KeyWrapping before, KeyWrapping after) {
    Rewrapping rewrapping = new Rewrapping(before, after);
    boolean isNeeded = rewrapping.isNeeded(Objects.requireNonNull(source.byId(KeyRow.STORE)));
    List<KeyRow> page = source.after(0, PAGE);
    while (!page.isEmpty()) {
      if (isNeeded) {
        page.forEach(rewrapping::of);
      }
      rewrapping.keys += page.size();
      page = source.after(page.get(page.size() - 1).id(), PAGE);
    }
    return rewrapping;
  }

  KeyWrapping after() {
    return after;
  }

  /** How many keys the source had. */
  public long keys() {
    return keys;
  }

  /**
   * Whether there is anything to be done. To be asked when nobody else can do it any more.
   *
   * @param store the key of the store, which is wrapped together with the others
   */
  public boolean isNeeded(KeyRow store) {
    return wrapped.containsKey(store) || !after.hasWrapped(store);
  }

  /** A key, wrapped with the other key. */
  public KeyRow of(KeyRow row) {
    return wrapped.computeIfAbsent(row, this::rewrap);
  }

  private KeyRow rewrap(KeyRow row) {
    try {
      return after.wrap(row.id(), row.scope(), before.unwrap(row));
    } catch (DecryptionException neither) {
      // Another process may have done it since the key of the store was looked at.
      if (after.hasWrapped(row)) {
        return row;
      }
      throw neither;
    }
  }
}
