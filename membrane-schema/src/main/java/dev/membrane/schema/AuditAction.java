package dev.membrane.schema;

/** What was done to a record. */
public enum AuditAction {
  /** It came into being. */
  CREATE,
  /** Its content or status changed. */
  REVISE,
  /** A variant was derived from it. */
  FORK,
  /** It was merged into another record. */
  MERGE,
  /** It was retracted or deleted. */
  DELETE,
  /** Its salience was raised. */
  REINFORCE,
  /** Its salience was lowered on purpose. */
  DECAY;

  private static final WireNames<AuditAction> NAMES = new WireNames<>(AuditAction.class);

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
  public static AuditAction of(String field, String name) {
    return NAMES.find(field, name);
  }
}
