package dev.membrane.schema;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An edge from the record that holds it to another record.
 *
 * @param predicate the kind of relationship, for example {@code supports} or {@code derived_from}
 * @param targetId the id of the other record
 * @param weight its strength, 0 to 1
 * @param createdAt when it was established
 */
public record Relation(
    String predicate, String targetId, @Nullable Double weight, @Nullable Instant createdAt) {

  /** The predicate of a further record of a long episode, whose target is the first one. */
  public static final String PART_OF = "part_of";

  public Relation {
    predicate = Components.present("predicate", predicate);
    targetId = Components.present("target_id", targetId);
    createdAt = Components.optional(createdAt);
  }
}
