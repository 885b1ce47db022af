package dev.membrane.internal.jobs;

import dev.membrane.internal.work.DaemonThread;
import dev.membrane.internal.work.WorkFailures;
import dev.membrane.spi.FaultLog;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Observer.WorkOutcome;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs jobs at intervals, each on a thread of its own so that a long one holds up no other. A job
 * that fails is logged and runs again at its next turn; it never takes the others with it. Safe for
 * use by many threads.
 */
public final class BackgroundJobs implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundJobs.class);
  private static final Duration SOON_AFTER_START = Duration.ofSeconds(1);
  private static final long POLL_MILLIS = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(0, DaemonThread.named("membrane-jobs"));

  private final Observer observer;
  private final Set<Thread> running = ConcurrentHashMap.newKeySet();
  private final FaultLog faults = new FaultLog(LOG::warn, LOG::info);

  /** A scheduler without jobs, which tells an observer of every job and run. */
  public BackgroundJobs(Observer observer) {
    this.observer = observer;
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /**
   * Runs a job soon, then each time the interval has passed since it ended.
   *
   * @param name names the job in the log
   * @param job should answer to an interrupt, which is how a long run is ended when closing
   */
  public void every(Duration interval, String name, Runnable job) {
    everyReporting(
        interval,
        name,
        () -> {
          job.run();
          return WorkOutcome.OK;
        });
  }

  /**
   * As {@link #every}, with a job that reports how it ended: a part of it may fail, and the job
   * goes on.
   */
  public synchronized void everyReporting(
      Duration interval, String name, Supplier<WorkOutcome> job) {
    observer.jobScheduled(name);
    executor.setCorePoolSize(executor.getCorePoolSize() + 1);
    long first = Math.min(SOON_AFTER_START.toMillis(), interval.toMillis());
    ScheduledFuture<?> unused =
        executor.scheduleWithFixedDelay(
            () -> supervise(name, job), first, interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Starts no further run, waits a while for those under way, then interrupts them. A run that
   * closes this itself is neither waited for nor interrupted.
   */
  @Override
  public void close() {
    executor.shutdown();
    try {
      if (!areOthersDone()) {
        interruptOthers();
      }
    } catch (InterruptedException interrupted) {
      interruptOthers();
      Thread.currentThread().interrupt();
    }
  }

  /** Answers if a run of a job asks this, on its own thread. */
  public boolean isRunningHere() {
    return running.contains(Thread.currentThread());
  }

  private boolean areOthersDone() throws InterruptedException {
    if (!isRunningHere()) {
      return executor.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }
    long begun = System.nanoTime();
    while (others().findAny().isPresent()) {
      if (System.nanoTime() - begun > PATIENCE.toNanos()) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    return true;
  }

  private void interruptOthers() {
    others().forEach(Thread::interrupt);
  }

  private Stream<Thread> others() {
    return running.stream().filter(thread -> thread != Thread.currentThread());
  }

  private void supervise(String name, Supplier<WorkOutcome> job) {
    running.add(Thread.currentThread());
    try {
      observe(name, job);
    } finally {
      running.remove(Thread.currentThread());
    }
  }

  /** The observer is told within the run, as it may close this too. */
  private void observe(String name, Supplier<WorkOutcome> job) {
    long start = System.nanoTime();
    WorkOutcome outcome = WorkOutcome.OK;
    try {
      outcome = job.get();
      faults.works(name);
    } catch (Throwable failure) {
      // Whatever left here would silently end all later runs of the job.
      outcome = WorkOutcome.of(failure);
      faults.failed(
          name,
          failure,
          () ->
              WorkFailures.log(
                  LOG,
                  "background job " + name + " failed; it runs again at its next turn",
                  failure));
    } finally {
      observer.job(name, outcome, Duration.ofNanos(System.nanoTime() - start));
    }
  }
}
