package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Which attempts to commit go on in parallel. An attempt of many items takes longer than one of a
 * single item, so that single ones could be faster each time. Whoever has lost to them goes alone:
 * the other ingestions of this process wait, for a while, so that no failure of one stops all.
 * Thread-safe.
 */
final class CommitPrecedence {

  private static final int MAX_WAIT_SECONDS = 10;

  private final ReadWriteLock attempts = new ReentrantReadWriteLock();

  /** Runs an attempt in parallel with others. */
  <T> T beside(Caller caller, Supplier<T> attempt) {
    return holding(attempts.readLock(), caller, attempt);
  }

  /** Runs an attempt while the others wait. */
  <T> T alone(Caller caller, Supplier<T> attempt) {
    return holding(attempts.writeLock(), caller, attempt);
  }

  private static <T> T holding(Lock lock, Caller caller, Supplier<T> attempt) {
    boolean isHeld = lock.tryLock() || isTakenInTime(lock, caller);
    try {
      return attempt.get();
    } finally {
      if (isHeld) {
        lock.unlock();
      }
    }
  }

  /** An interrupt ends the wait and not the attempt. */
  private static boolean isTakenInTime(Lock lock, Caller caller) {
    try {
      for (int i = 0; i < MAX_WAIT_SECONDS; i++) {
        if (lock.tryLock(1, TimeUnit.SECONDS)) {
          return true;
        }
        caller.requireWaiting();
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    return false;
  }
}
