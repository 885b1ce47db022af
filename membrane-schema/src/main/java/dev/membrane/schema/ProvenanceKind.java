package dev.membrane.schema;

/** What a provenance source is. */
public enum ProvenanceKind {
  /** An event. */
  EVENT,
  /** A file, log or other artifact. */
  ARTIFACT,
  /** A call of a tool. */
  TOOL_CALL,
  /** An observation. */
  OBSERVATION,
  /** The outcome of an episode. */
  OUTCOME;

  private static final WireNames<ProvenanceKind> NAMES = new WireNames<>(ProvenanceKind.class);

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
  public static ProvenanceKind of(String field, String name) {
    return NAMES.find(field, name);
  }
}
