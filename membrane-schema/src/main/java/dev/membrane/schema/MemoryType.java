package dev.membrane.schema;

import java.util.Set;

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

  /** The types that say how something is done. */
  public static final Set<MemoryType> PROCEDURES = Set.of(COMPETENCE, PLAN_GRAPH);

  /** The types of what holds beyond the episode or task that it is from: facts and procedures. */
  public static final Set<MemoryType> KNOWLEDGE = Set.of(SEMANTIC, COMPETENCE, PLAN_GRAPH);

  private static final WireNames<MemoryType> NAMES = new WireNames<>(MemoryType.class);

  /** Whether it is one of {@link #PROCEDURES}. */
  public boolean isProcedure() {
    return PROCEDURES.contains(this);
  }

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
