package dev.membrane.internal.retrieve;

import dev.membrane.Caller;
import java.time.Duration;

/** Waits until what was written has its vectors, or for some time at most. */
@FunctionalInterface
public interface VectorWait {

  /** There are no vectors to wait for. */
  VectorWait NONE = (most, caller) -> {};

  /**
   * Waits.
   *
   * @throws dev.membrane.CancelledException if the caller ceases to wait
   */
  void await(Duration most, Caller caller);
}
