package dev.membrane.schema;

/** What kind of evidence supports a fact. */
public enum EvidenceType {
  /** An event. */
  EVENT,
  /** The output of a tool. */
  TOOL,
  /** An observation. */
  OBSERVATION,
  /** A statement by a person. */
  HUMAN;

  private static final WireNames<EvidenceType> NAMES = new WireNames<>(EvidenceType.class);

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
  public static EvidenceType of(String field, String name) {
    return NAMES.find(field, name);
  }
}
