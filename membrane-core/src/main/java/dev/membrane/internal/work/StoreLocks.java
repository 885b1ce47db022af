package dev.membrane.internal.work;

import dev.membrane.Caller;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.MemoryStore.Leases;
import dev.membrane.spi.store.StoreUnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets one thread, of all processes that share a store, do a piece of work at a time, while the
 * others wait for their turn. Safe for use by many threads.
 */
public final class StoreLocks implements AutoCloseable {

  /** The turn of whoever changes what episodes have taught. */
  public static final String CONSOLIDATION = "consolidation";

  private static final Logger LOG = LoggerFactory.getLogger(StoreLocks.class);

  /** So long others wait for one that has died; much longer than a store that is slow. */
  private static final Duration TERM = Duration.ofSeconds(15);

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
  private static final Duration BETWEEN_EXTENSIONS = TERM.dividedBy(4);

  private final Optional<Leases> leases;
  private final String holder;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Map<String, Lock> locks = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> asking = new ConcurrentHashMap<>();

  /**
   * Turns among the processes that share a store.
   *
   * @param holder the name of this one, which no other has
   */
  public StoreLocks(MemoryStore store, String holder) {
    this.leases = store.leases();
    this.holder = holder;
  }

  /**
   * Waits for the turn, and then works. The turn lasts as long as the work. If the process dies,
   * another one gets the turn fifteen seconds later.
   *
   * @param name names the work, the same in every process
   * @return what the work returns; empty if this was closed or the thread interrupted before
   */
  public <T> Optional<T> await(String name, Supplier<T> work) {
    return await(name, Caller.ANONYMOUS, work);
  }

  /**
   * {@link #await(String, Supplier)} for a caller who may cease to wait.
   *
   * @throws dev.membrane.CancelledException if the caller ceases to wait before the work begins
   */
  public <T> Optional<T> await(String name, Caller caller, Supplier<T> work) {
    Lock lock = locks.computeIfAbsent(name, it -> new ReentrantLock(true));
    if (!isLocked(lock, caller)) {
      return Optional.empty();
    }
    try {
      return awaitProcesses(name, caller, work);
    } finally {
      lock.unlock();
    }
  }

  /**
   * {@link #await(String, Caller, Supplier)}, and meanwhile tells who works in the turn, in this
   * process, that somebody asks for it.
   */
  public <T> Optional<T> ask(String name, Caller caller, Supplier<T> work) {
    AtomicInteger askers = askers(name);
    askers.incrementAndGet();
    try {
      return await(name, caller, work);
    } finally {
      askers.decrementAndGet();
    }
  }

  /** Whether somebody asks for a turn, so that long work in it should pause soon. */
  public boolean isAsked(String name) {
    return askers(name).get() > 0;
  }

  private AtomicInteger askers(String name) {
    return asking.computeIfAbsent(name, it -> new AtomicInteger());
  }

  private boolean isLocked(Lock lock, Caller caller) {
    try {
      while (closed.getCount() > 0) {
        caller.requireWaiting();
        if (lock.tryLock(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
          return true;
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private <T> Optional<T> awaitProcesses(String name, Caller caller, Supplier<T> work) {
    Supplier<T> wanted =
        () -> {
          caller.requireWaiting();
          return work.get();
        };
    if (leases.isEmpty()) {
      return Optional.of(wanted.get());
    }
    LockTurn turn = new LockTurn(leases.get(), name);
    return isTaken(turn, caller) ? Optional.of(extended(turn, wanted)) : Optional.empty();
  }

  private <T> T extended(LockTurn turn, Supplier<T> work) {
    CountDownLatch done = new CountDownLatch(1);
    DaemonThread.of("membrane-turn", () -> extendUntil(done, turn)).start();
    try {
      return work.get();
    } finally {
      done.countDown();
      turn.end();
    }
  }

  /**
   * Checks that turns are still to be had.
   *
   * @throws StoreUnavailableException after this was closed
   */
  public void requireOpen() {
    if (closed.getCount() == 0) {
      throw new StoreUnavailableException("the memory that uses the store is closed");
    }
  }

  /** Ends all waiting, now and later; turns under way go on. */
  @Override
  public void close() {
    closed.countDown();
  }

  private boolean isTaken(LockTurn turn, Caller caller) {
    boolean isTold = false;
    while (closed.getCount() > 0) {
      caller.requireWaiting();
      if (turn.isTaken()) {
        return true;
      }
      if (!isTold) {
        LOG.info("{}: waiting for the process that holds the lease", turn.name);
        isTold = true;
      }
      if (isOver(closed, BETWEEN_LOOKS)) {
        return false;
      }
    }
    return false;
  }

  private static void extendUntil(CountDownLatch done, LockTurn turn) {
    while (!isOver(done, BETWEEN_EXTENSIONS)) {
      turn.extend();
    }
  }

  /** Waits for the latch; whether it is open. An interrupt ends the wait and stays set. */
  private static boolean isOver(CountDownLatch latch, Duration wait) {
    try {
      return latch.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** A lease that is this process's, or is to be. An extension never comes after the end. */
  private final class LockTurn {

    private final Leases of;
    private final String name;
    private boolean isOver;

    LockTurn(Leases of, String name) {
      this.of = of;
      this.name = name;
    }

    synchronized boolean isTaken() {
      return of.take(name, holder, TERM);
    }

    synchronized void extend() {
      try {
        if (!isOver && !isTaken()) {
          LOG.warn("{}: the lease was lost; another process does this now", name);
        }
      } catch (StoreUnavailableException away) {
        LOG.debug("{}: the turn could not be extended", name, away);
      }
    }

    synchronized void end() {
      isOver = true;
      try {
        of.release(name, holder);
      } catch (StoreUnavailableException away) {
        LOG.debug("{}: the turn runs out by itself", name, away);
      }
    }
  }
}
