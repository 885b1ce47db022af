package dev.membrane.store.jdbc;

import dev.membrane.spi.StoreUnavailableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The changesets that wait for the writer, first come, first served. Those that came together are
 * taken together. The queue is bounded by count and bytes, and a caller waits while it is full.
 * Thread-safe. An interrupt does not end a wait.
 */
public final class CommitQueue {

  private static final int MOST_WAITING = 1024;
  private static final int MOST_AT_ONCE = 256;
  private static final long MOST_BYTES = 16L << 20;

  private final Lock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private final Condition work = lock.newCondition();
  private final Deque<List<Pending>> waiting = new ArrayDeque<>();
  private long bytes;
  private boolean closed;

  /**
   * Adds some at the end, as soon as there is room.
   *
   * @throws StoreUnavailableException if the queue is closed
   */
  public void add(List<Pending> group) {
    lock.lock();
    try {
      while (!closed && isFull()) {
        room.awaitUninterruptibly();
      }
      if (closed) {
        throw new StoreUnavailableException("the store is closed");
      }
      waiting.addLast(group);
      bytes += sizeOf(group);
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next ones to be committed together; empty once closed and drained. */
  public List<Pending> take() {
    lock.lock();
    try {
      while (!closed && waiting.isEmpty()) {
        work.awaitUninterruptibly();
      }
      return next();
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
    boolean interrupted = false;
    long end = System.nanoTime() + nanos;
    lock.lock();
    try {
      while (!closed && waiting.isEmpty() && end - System.nanoTime() > 0) {
        try {
          work.awaitNanos(end - System.nanoTime());
        } catch (InterruptedException later) {
          interrupted = true;
        }
      }
      return closed || !waiting.isEmpty();
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Lets nothing in any more. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      work.signal();
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private List<Pending> next() {
    List<Pending> batch = new ArrayList<>();
    long batchBytes = 0;
    while (!waiting.isEmpty() && batch.size() < MOST_AT_ONCE && batchBytes < MOST_BYTES) {
      List<Pending> next = waiting.removeFirst();
      batch.addAll(next);
      batchBytes += sizeOf(next);
    }
    bytes -= batchBytes;
    room.signalAll();
    return batch;
  }

  private static long sizeOf(List<Pending> group) {
    return group.stream().mapToLong(pending -> pending.changeset().size()).sum();
  }

  private boolean isFull() {
    return waiting.size() >= MOST_WAITING || bytes >= MOST_BYTES;
  }
}
