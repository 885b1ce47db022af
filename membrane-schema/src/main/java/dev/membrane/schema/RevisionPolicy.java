package dev.membrane.schema;

/**
 * How a fact should be revised when a different one arrives. Stored, never acted on by ingestion.
 */
public enum RevisionPolicy {
  /** The new fact replaces this one. */
  REPLACE,
  /** Both stand, each under its conditions. */
  FORK,
  /** This one is marked as contested. */
  CONTEST;

  private static final WireNames<RevisionPolicy> NAMES = new WireNames<>(RevisionPolicy.class);

  /** The name used in JSON and on the wire. */
  public String wireName() {
    return NAMES.of(this);
  }

  /**
   * Finds a constant by its wire name.
   *
   * @param field the field that holds the name, for the error
   * @throws ValidationException if no constant has that name
   */
  public static RevisionPolicy of(String field, String name) {
    return NAMES.find(field, name);
  }
}
