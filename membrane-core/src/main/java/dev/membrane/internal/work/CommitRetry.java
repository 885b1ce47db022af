package dev.membrane.internal.work;

import dev.membrane.FailedPreconditionException;
import dev.membrane.spi.commit.ConflictException;
import java.util.function.Supplier;

/**
 * Optimistic writing: read, compute, commit; if another writer was faster, all of it is done again.
 * Safe for use by many threads.
 */
public final class CommitRetry {

  /**
   * Enough for the slowest of some hundred writers of one record, if their attempts last equally
   * long: one of them always gets through.
   */
  private static final int ATTEMPTS = 1_000;

  private CommitRetry() {}

  /**
   * Runs an attempt until it commits.
   *
   * @param attempt reads anew each time it is run, and commits
   * @throws FailedPreconditionException if it loses every race
   */
  public static <T> T untilCommitted(Supplier<T> attempt) {
    for (int tried = 1; ; tried++) {
      try {
        return attempt.get();
      } catch (ConflictException lost) {
        if (tried == ATTEMPTS) {
          throw new FailedPreconditionException(
              "too many concurrent writers, try again: " + lost.getMessage());
        }
      }
    }
  }
}
