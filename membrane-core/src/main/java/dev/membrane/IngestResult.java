package dev.membrane;

import java.util.Locale;

/** What an ingestion did. */
public enum IngestResult {
  /** It is a record of its own. */
  CREATED,
  /** It is part of an existing episode. */
  APPENDED,
  /** The fact was known; what was ingested is evidence for it. */
  REINFORCED,
  /** It replaced other facts, or the snapshot of a thread. */
  REPLACED,
  /** It was ingested before under the same idempotency key; nothing changed. */
  REPEATED;

  /** The name used on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
