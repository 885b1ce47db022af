package dev.membrane.internal.keys;

/** The names under which the engine itself stands in audit logs. */
public final class EngineActors {

  /** How the names of the stages of consolidation begin. */
  public static final String CONSOLIDATION = "consolidation/";

  /** Whoever deletes what no longer matters. */
  public static final String PRUNING = "decay/prune";

  private EngineActors() {}

  /** The name of a stage of consolidation. */
  public static String stage(String name) {
    return CONSOLIDATION + name;
  }

  /** Whether the engine did it of its own accord, and no caller. */
  public static boolean isOne(String actor) {
    return actor.startsWith(CONSOLIDATION) || actor.equals(PRUNING);
  }
}
