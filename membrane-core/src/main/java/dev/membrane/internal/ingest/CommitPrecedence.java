package dev.membrane.internal.ingest;

import dev.membrane.CancelledException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Which attempts to commit go on beside each other. An attempt of many items takes longer than one
 * of a single item, so that single ones could be faster each time. Whoever has lost to them goes
 * alone: the others wait, a second at most, so that no failure of one stops all. Thread-safe.
 */
final class CommitPrecedence {

  private static final int MOST_WAIT_SECONDS = 1;

  private final ReadWriteLock attempts = new ReentrantReadWriteLock();

  /** Runs an attempt beside others. */
  <T> T beside(Supplier<T> attempt) {
    return holding(attempts.readLock(), attempt);
  }

  /** Runs an attempt while the others wait. */
  <T> T alone(Supplier<T> attempt) {
    return holding(attempts.writeLock(), attempt);
  }

  private static <T> T holding(Lock lock, Supplier<T> attempt) {
    boolean isHeld = isTaken(lock);
    try {
      return attempt.get();
    } finally {
      if (isHeld) {
        lock.unlock();
      }
    }
  }

  private static boolean isTaken(Lock lock) {
    try {
      return lock.tryLock(MOST_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new CancelledException();
    }
  }
}
