package dev.membrane;

import java.util.Locale;

/** A right that a caller may hold. */
public enum Permission {
  /** To ingest: events, tool outputs, observations, outcomes, working states, full records. */
  INGEST,
  /** To retrieve and list records, and to read histories, audit logs and the caller's receipts. */
  RETRIEVE,
  /** To revise, reinforce, penalize and delete, also by what an ingest says of other records. */
  REVISE,
  /**
   * To erase, run and list jobs, read metrics and others' receipts, choose ids, lower a
   * sensitivity, write unscoped records, and claim what only measurements or an owner may say of a
   * record.
   */
  ADMIN;

  /** The name in the configuration and in messages. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
