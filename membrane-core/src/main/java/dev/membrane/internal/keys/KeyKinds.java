package dev.membrane.internal.keys;

import java.util.List;

/**
 * How the names of the engine's keys begin, which says what their values are. Kinds used by a
 * single class are declared in that class.
 */
public final class KeyKinds {

  public static final String ABORTED_RUNS = "aborted:";
  public static final String BESIDE_EPISODE = "beside episode";
  public static final String CLAIMED_COUNTS = "claimed:";
  public static final String COST = "cost:";
  public static final String ENDED_RUNS = "ended:";
  public static final String EPISODE = "episode:";
  public static final String FACT = "fact:";
  public static final String LESSON = "learned:";
  public static final String NOTE = "note:";
  public static final String OUTCOMES = "outcomes:";
  public static final String OWN_EPISODE = "own episode";
  public static final String PARTS = "parts:";
  public static final String PROCEDURE = "procedure:";
  public static final String QUOTA = "quota:";
  public static final String REPORTED_RUNS = "reported:";
  public static final String SIMILAR_FACTS = "similar:";
  public static final String STANDS_FOR_RUNS = "runs:";
  public static final String THREAD = "thread:";

  /** Those whose former values the answers of the past depend on. */
  public static final List<String> OF_HISTORY =
      List.of(
          ABORTED_RUNS,
          CLAIMED_COUNTS,
          ENDED_RUNS,
          OUTCOMES,
          PROCEDURE,
          REPORTED_RUNS,
          STANDS_FOR_RUNS);

  private KeyKinds() {}
}
