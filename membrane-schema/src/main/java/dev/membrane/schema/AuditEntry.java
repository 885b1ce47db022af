package dev.membrane.schema;

import java.time.Instant;

/**
 * One action in the life of a record.
 *
 * @param action what was done
 * @param actor who or what did it
 * @param timestamp when
 * @param rationale why; may be empty
 */
public record AuditEntry(AuditAction action, String actor, Instant timestamp, String rationale) {

  public AuditEntry {
    action = Components.present("action", action);
    actor = Components.present("actor", actor);
    timestamp = Components.instant("timestamp", timestamp);
    rationale = Components.present("rationale", rationale);
  }
}
