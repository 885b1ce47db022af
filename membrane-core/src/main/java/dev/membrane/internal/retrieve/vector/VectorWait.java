package dev.membrane.internal.retrieve.vector;

import dev.membrane.Caller;
import java.time.Duration;

/** Waits until the records that were written have their vectors, but only for a limited time. */
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
