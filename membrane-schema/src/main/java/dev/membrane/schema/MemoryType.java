package dev.membrane.schema;

/** What kind of knowledge a record holds; it decides the payload. */
public enum MemoryType {
  /** Raw experience: a time-ordered, append-only trace. */
  EPISODIC,
  /** The state of a task in progress. */
  WORKING,
  /** A fact: subject, predicate, object. */
  SEMANTIC,
  /** A procedure that is known to work. */
  COMPETENCE,
  /** A reusable solution as a directed graph of actions. */
  PLAN_GRAPH;

  private static final WireNames<MemoryType> NAMES = new WireNames<>(MemoryType.class);

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
  public static MemoryType of(String field, String name) {
    return NAMES.find(field, name);
  }
}
