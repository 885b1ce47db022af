package dev.membrane.schema;

/** How salience falls with time. */
public enum DecayCurve {
  /** Halves with every half-life. */
  EXPONENTIAL,
  /** A straight line: half at one half-life, nothing left at two. */
  LINEAR,
  /** A curve that a plugin defines; no record can carry it until one does. */
  CUSTOM;

  private static final WireNames<DecayCurve> NAMES = new WireNames<>(DecayCurve.class);

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
  public static DecayCurve of(String field, String name) {
    return NAMES.find(field, name);
  }
}
