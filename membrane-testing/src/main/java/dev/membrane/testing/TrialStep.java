package dev.membrane.testing;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One step of a trial.
 *
 * @param number its place in the plan, which names the records that it makes
 * @param name what it is, in a word
 * @param isCall whether the caller does it, so that its answer counts
 * @param at when it happens
 * @param inA what happens in the first world; null: nothing
 * @param inB what happens in the second world; null: nothing
 */
record TrialStep(
    int number,
    String name,
    boolean isCall,
    Instant at,
    @Nullable WorldAction inA,
    @Nullable WorldAction inB) {

  @Override
  public String toString() {
    String where = inA == null ? " in B" : inB == null ? " in A" : "";
    return number + " " + (isCall ? "call " : "") + name + where + " at " + at;
  }
}
