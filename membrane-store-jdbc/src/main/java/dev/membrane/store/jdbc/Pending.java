package dev.membrane.store.jdbc;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A changeset on its way through the writer, and what became of it. */
public final class Pending {

  private final PreparedChangeset changeset;
  private final CountDownLatch decided = new CountDownLatch(1);
  private volatile @Nullable Failure failure;

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
