package dev.membrane.schema;

/** How one plan node depends on another. */
public enum EdgeKind {
  /** The output of one node feeds the other. */
  DATA,
  /** One node runs before the other. */
  CONTROL;

  private static final WireNames<EdgeKind> NAMES = new WireNames<>(EdgeKind.class);

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
  public static EdgeKind of(String field, String name) {
    return NAMES.find(field, name);
  }
}
