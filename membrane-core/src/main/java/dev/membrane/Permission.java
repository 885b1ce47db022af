package dev.membrane;

import java.util.Locale;

/** A right that a caller may hold. */
public enum Permission {
  /** To ingest records. */
  INGEST,
  /** To retrieve, by id too, and to read histories and audit logs. */
  RETRIEVE,
  /** To revise, reinforce, penalize and delete. */
  REVISE,
  /** To read metrics, to run jobs, to choose ids, to declassify and to write unscoped records. */
  ADMIN;

  /** The name in the configuration and in messages. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
