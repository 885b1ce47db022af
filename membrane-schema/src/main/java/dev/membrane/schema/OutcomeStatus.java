package dev.membrane.schema;

/** How an episode ended. */
public enum OutcomeStatus {
  /** It reached its goal. */
  SUCCESS,
  /** It did not. */
  FAILURE,
  /** It reached a part of its goal. */
  PARTIAL;

  private static final WireNames<OutcomeStatus> NAMES = new WireNames<>(OutcomeStatus.class);

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
  public static OutcomeStatus of(String field, String name) {
    return NAMES.find(field, name);
  }
}
