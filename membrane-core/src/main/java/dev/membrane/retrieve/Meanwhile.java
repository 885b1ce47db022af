package dev.membrane.retrieve;

import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Supplier;

/** Has another thread work for a question while the one that asks goes on. */
final class Meanwhile {

  private Meanwhile() {}

  /**
   * Begins some work.
   *
   * @return waits for what comes of it, or throws what that has thrown; where no other thread was
   *     free it does the work itself, so that nobody waits for a turn
   */
  static <T> Supplier<T> begin(Callable<T> work) {
    ForkJoinTask<T> task = ForkJoinTask.<T>adapt(work).fork();
    return task::join;
  }
}
