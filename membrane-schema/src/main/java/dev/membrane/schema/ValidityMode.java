package dev.membrane.schema;

/** When a fact is valid. */
public enum ValidityMode {
  /** Always. */
  GLOBAL,
  /** Under the conditions given along with it. */
  CONDITIONAL,
  /** Between a start and an end. */
  TIMEBOXED;

  private static final WireNames<ValidityMode> NAMES = new WireNames<>(ValidityMode.class);

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
  public static ValidityMode of(String field, String name) {
    return NAMES.find(field, name);
  }
}
