package dev.membrane.schema;

/** Where a revisable record stands. */
public enum RevisionStatus {
  /** Held to be true. */
  ACTIVE,
  /** Challenged, but still retrieved. */
  CONTESTED,
  /** Withdrawn or replaced. */
  RETRACTED;

  private static final WireNames<RevisionStatus> NAMES = new WireNames<>(RevisionStatus.class);

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
  public static RevisionStatus of(String field, String name) {
    return NAMES.find(field, name);
  }
}
