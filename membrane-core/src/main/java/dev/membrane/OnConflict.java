package dev.membrane;

import java.util.Locale;

/**
 * What to do with known facts of the same subject and predicate and another object that hold now:
 * everywhere, under conditions, or for the time being.
 */
public enum OnConflict {
  /** They stay, and the answer names them. */
  KEEP,
  /**
   * They are superseded by the observation. If one of them was stated later than it, all of them
   * stay, as with {@link #KEEP}: what held before does not replace what holds. An instant to come,
   * which is not refused, is later than all until then. The observation has their lifecycle: that
   * of the most salient, pinned if any is, with the strictest deletion policy.
   */
  REPLACE,
  /** They are contested by the observation. */
  CONTEST;

  /** The name used on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
