package dev.membrane.schema;

/** What may delete a record. */
public enum DeletionPolicy {
  /** Pruned once its salience has faded, or deleted explicitly. */
  AUTO_PRUNE,
  /** Deleted only by an explicit request. */
  MANUAL_ONLY,
  /** Cannot be deleted. */
  NEVER;

  private static final WireNames<DeletionPolicy> NAMES = new WireNames<>(DeletionPolicy.class);

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
  public static DeletionPolicy of(String field, String name) {
    return NAMES.find(field, name);
  }
}
