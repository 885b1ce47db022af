package dev.membrane;

import java.util.Locale;

/** What becomes of facts that give the same subject and predicate another object. */
public enum OnConflict {
  /** They stay, and the answer names them. */
  KEEP,
  /** They are superseded by the observation. */
  REPLACE,
  /** They are contested by the observation. */
  CONTEST;

  /** The name used on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
