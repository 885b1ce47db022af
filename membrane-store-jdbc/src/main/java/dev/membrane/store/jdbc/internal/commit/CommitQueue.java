package dev.membrane.store.jdbc.internal.commit;

import dev.membrane.spi.store.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The changesets that wait for the writer, first come, first served. Those that came together are
 * taken together. The queue is bounded by count and bytes, and a caller waits while it is full.
 * Thread-safe. An interrupt does not end a wait.
 *
 * <p>Whoever has written mostly writes again at once. So the next commit waits for as many callers
 * as took part in the last one or were waiting at its end, else they part into two groups, each of
 * which waits for the other's commit. A caller who is alone waits for nobody.
 */
public final class CommitQueue {

  /** Why nothing is let in. */
  static final String CLOSED = "the store is closed, or its writer has failed";

  private static final int MAX_WAITING = 1024;
  private static final int MAX_AT_ONCE = 256;
  private static final long MAX_BYTES = 16L << 20;

  /** Less than most disks take for a sync, for commits that took long since they were large. */
  private static final Duration MAX_PATIENCE = Duration.ofMillis(3);

  private final Lock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private final Condition work = lock.newCondition();
  private final Deque<List<QueuedCommit>> waiting = new ArrayDeque<>();
  private final LongSupplier nanos;
  private final long mostPatience;
  private long bytes;
  private boolean closed;
  private int wanted = 1;
  private int taken;
  private long takenAt;
  private int expected = 1;
  private long patience;

  /** Nothing waits yet. */
  CommitQueue() {
    this(System::nanoTime, MAX_PATIENCE);
  }

  /**
   * A queue with another clock and another longest wait.
   *
   * @param nanos measures the commits
   * @param mostPatience the longest time that one waits for callers
   */
  CommitQueue(LongSupplier nanos, Duration mostPatience) {
    this.nanos = nanos;
    this.mostPatience = mostPatience.toNanos();
  }

  /**
   * Adds some at the end, as soon as there is room.
   *
   * @throws StoreUnavailableException if the queue is closed
   */
  void add(List<QueuedCommit> group) {
    lock.lock();
    try {
      while (!closed && isFull()) {
        room.awaitUninterruptibly();
      }
      if (closed) {
        throw new StoreUnavailableException(CLOSED);
      }
      waiting.addLast(group);
      bytes += sizeOf(group);
      if (isReady()) {
        work.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next ones to be committed together; empty once closed and drained. */
  List<QueuedCommit> take() {
    lock.lock();
    try {
      while (!closed && waiting.isEmpty()) {
        work.awaitUninterruptibly();
      }
      await(expected, patience);
      return next();
    } finally {
      lock.unlock();
    }
  }

  /** The commit of those that were taken last is over, and their callers are told. */
  void done() {
    lock.lock();
    try {
      patience = Math.min(mostPatience, (nanos.getAsLong() - takenAt) / 2);
      expected = Math.min(MAX_AT_ONCE, taken + waiting.size());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for something to take, or for the queue to be closed.
   *
   * @param nanos how long at the most; 0 or less: not at all
   * @return whether there is, or the queue is closed
   */
  public boolean hasWorkWithin(long nanos) {
    lock.lock();
    try {
      await(1, nanos);
      return closed || !waiting.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until so many wait, for a time. */
  private void await(int callers, long nanos) {
    boolean interrupted = false;
    long end = System.nanoTime() + nanos;
    wanted = callers;
    while (!isReady() && end - System.nanoTime() > 0) {
      try {
        work.awaitNanos(end - System.nanoTime());
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    wanted = 1;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isReady() {
    return closed || waiting.size() >= wanted || isFull();
  }

  /** Lets nothing in any more. */
  void close() {
    lock.lock();
    try {
      closed = true;
      work.signal();
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether nothing is let in any more. */
  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  private List<QueuedCommit> next() {
    List<QueuedCommit> batch = new ArrayList<>();
    long batchBytes = 0;
    taken = 0;
    while (!waiting.isEmpty() && batch.size() < MAX_AT_ONCE && batchBytes < MAX_BYTES) {
      List<QueuedCommit> next = waiting.removeFirst();
      batch.addAll(next);
      taken++;
      batchBytes += sizeOf(next);
    }
    bytes -= batchBytes;
    room.signalAll();
    takenAt = nanos.getAsLong();
    return batch;
  }

  private static long sizeOf(List<QueuedCommit> group) {
    return group.stream().mapToLong(pending -> pending.changeset().size()).sum();
  }

  private boolean isFull() {
    return waiting.size() >= MAX_WAITING || bytes >= MAX_BYTES;
  }
}
