package dev.membrane.schema;

/** How far a task in progress has come. */
public enum TaskState {
  /** Being planned. */
  PLANNING,
  /** Being carried out. */
  EXECUTING,
  /** Unable to proceed. */
  BLOCKED,
  /** Waiting for something outside. */
  WAITING,
  /** Completed. */
  DONE;

  private static final WireNames<TaskState> NAMES = new WireNames<>(TaskState.class);

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
  public static TaskState of(String field, String name) {
    return NAMES.find(field, name);
  }
}
