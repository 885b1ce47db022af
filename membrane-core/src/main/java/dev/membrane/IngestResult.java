package dev.membrane;

import java.util.Locale;

/** What became of what was ingested. */
public enum IngestResult {
  /** It is a record of its own. */
  CREATED,
  /** It is part of an episode that was there. */
  APPENDED,
  /** It was known, and counts as evidence for what was known. */
  REINFORCED,
  /** It took the place of something: of other facts, or of the snapshot of a thread. */
  REPLACED,
  /** It was ingested before under the same idempotency key; nothing changed. */
  REPEATED;

  /** The name used on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
