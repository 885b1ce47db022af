package dev.membrane.store.jdbc;

import dev.membrane.spi.StoreUnavailableException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A changeset on its way through the writer, and what became of it. */
public final class Pending {

  private final PreparedChangeset changeset;
  private final CountDownLatch decided = new CountDownLatch(1);
  private volatile @Nullable Failure failure;

  /**
   * Why a changeset was not committed. The exception is made by the thread that throws it, so that
   * its stack tells who asked.
   */
  @FunctionalInterface
  interface Failure {

    /** A new exception for the thread that waits. */
    RuntimeException exception();

    /** The database did not take it. */
    static Failure unavailable(Throwable cause) {
      return () -> new StoreUnavailableException("the database cannot be written", cause);
    }
  }

  /** A changeset that is not decided yet. */
  Pending(PreparedChangeset changeset) {
    this.changeset = changeset;
  }

  /** What is to be committed. */
  PreparedChangeset changeset() {
    return changeset;
  }

  /** It is committed. */
  void succeed() {
    decided.countDown();
  }

  /** Nothing of it is committed. */
  void fail(Failure why) {
    failure = why;
    decided.countDown();
  }

  /**
   * Waits for the outcome. An interrupt does not end the wait: the caller would not know whether
   * the commit happened.
   *
   * @throws RuntimeException what it failed with
   */
  void await() {
    boolean interrupted = false;
    while (true) {
      try {
        decided.await();
        break;
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    Failure why = failure;
    if (why != null) {
      throw why.exception();
    }
  }
}
