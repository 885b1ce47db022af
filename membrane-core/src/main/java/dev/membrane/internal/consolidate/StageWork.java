package dev.membrane.internal.consolidate;

import dev.membrane.ConsolidationResult.StageResult;
import dev.membrane.spi.Observer.WorkOutcome;

/** The part of a run that one stage does. Used for one run; not thread-safe. */
interface StageWork {

  /** The word that names the stage, in logs, results and metrics. */
  String name();

  /**
   * Works until nothing is due, or the run does not go on for the time being. What is done before
   * an exception stays done.
   *
   * @return whether nothing is due
   */
  boolean run();

  /** Whether it has handled anything; not if it found nothing to do, or failed with all of it. */
  boolean hasHandled();

  /** What was done so far. */
  StageResult result();

  /** How it went so far: it is an error to have failed with all that there was. */
  default WorkOutcome outcome() {
    boolean hasFailed = !hasHandled() && result().failed() > 0;
    return hasFailed ? WorkOutcome.ERROR : WorkOutcome.OK;
  }
}
