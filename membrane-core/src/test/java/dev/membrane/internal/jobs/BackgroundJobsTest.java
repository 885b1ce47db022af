package dev.membrane.internal.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.Observer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BackgroundJobsTest {

  private static final Duration OFTEN = Duration.ofMillis(5);

  @Test
  void a_job_that_fails_runs_again_and_does_not_stop_the_others() throws InterruptedException {
    CountDownLatch failing = new CountDownLatch(3);
    CountDownLatch other = new CountDownLatch(3);
    try (BackgroundJobs jobs = new BackgroundJobs(Observer.NONE)) {
      jobs.every(
          OFTEN,
          "failing",
          () -> {
            failing.countDown();
            throw new IllegalStateException("on purpose");
          });
      jobs.every(OFTEN, "other", other::countDown);
      assertThat(failing.await(5, TimeUnit.MINUTES)).isTrue();
      assertThat(other.await(5, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void what_a_job_reports_of_its_end_is_told() throws InterruptedException {
    CountDownLatch told = new CountDownLatch(2);
    Observer observer =
        new Observer() {
          @Override
          public void job(String job, WorkOutcome outcome, Duration took) {
            assertThat(outcome).isEqualTo(WorkOutcome.UNAVAILABLE);
            told.countDown();
          }
        };
    try (BackgroundJobs jobs = new BackgroundJobs(observer)) {
      jobs.everyReporting(OFTEN, "partly failing", () -> Observer.WorkOutcome.UNAVAILABLE);
      assertThat(told.await(5, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void a_job_that_ends_by_an_error_runs_again_and_is_told_of() throws InterruptedException {
    CountDownLatch runs = new CountDownLatch(3);
    CountDownLatch told = new CountDownLatch(3);
    Observer observer =
        new Observer() {
          @Override
          public void job(String job, WorkOutcome outcome, Duration took) {
            assertThat(job).isEqualTo("broken");
            assertThat(outcome).isEqualTo(WorkOutcome.ERROR);
            told.countDown();
          }
        };
    try (BackgroundJobs jobs = new BackgroundJobs(observer)) {
      jobs.every(
          OFTEN,
          "broken",
          () -> {
            runs.countDown();
            throw new NoClassDefFoundError("on purpose");
          });
      assertThat(runs.await(5, TimeUnit.MINUTES)).isTrue();
      assertThat(told.await(5, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void a_job_that_closes_all_waits_for_the_others_and_not_for_itself() throws Exception {
    BackgroundJobs jobs = new BackgroundJobs(Observer.NONE);
    CountDownLatch otherRuns = new CountDownLatch(1);
    AtomicBoolean isOtherDone = new AtomicBoolean();
    AtomicBoolean wasOtherDone = new AtomicBoolean();
    AtomicBoolean isInterrupted = new AtomicBoolean();
    CompletableFuture<Long> took = new CompletableFuture<>();
    jobs.every(
        OFTEN,
        "other",
        () -> {
          otherRuns.countDown();
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
          isOtherDone.set(true);
        });
    jobs.every(
        OFTEN,
        "closing",
        () -> {
          awaitUninterruptibly(otherRuns);
          long start = System.nanoTime();
          jobs.close();
          long end = System.nanoTime();
          wasOtherDone.set(isOtherDone.get());
          isInterrupted.set(Thread.interrupted());
          took.complete(end - start);
        });
    assertThat(took.get(5, TimeUnit.MINUTES)).isLessThan(TimeUnit.SECONDS.toNanos(9));
    assertThat(wasOtherDone).isTrue();
    assertThat(isInterrupted).isFalse();
  }

  @Test
  void an_observer_that_closes_all_is_not_waited_for() throws Exception {
    CompletableFuture<BackgroundJobs> told = new CompletableFuture<>();
    CompletableFuture<Long> took = new CompletableFuture<>();
    Observer observer =
        new Observer() {
          @Override
          public void job(String job, WorkOutcome outcome, Duration unused) {
            long start = System.nanoTime();
            told.join().close();
            took.complete(System.nanoTime() - start);
          }
        };
    BackgroundJobs jobs = new BackgroundJobs(observer);
    told.complete(jobs);
    jobs.every(OFTEN, "watched", () -> {});
    assertThat(took.get(5, TimeUnit.MINUTES)).isLessThan(TimeUnit.SECONDS.toNanos(9));
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void a_job_that_takes_its_time_holds_up_no_other() throws InterruptedException {
    CountDownLatch others = new CountDownLatch(3);
    CountDownLatch held = new CountDownLatch(1);
    try (BackgroundJobs jobs = new BackgroundJobs(Observer.NONE)) {
      jobs.every(OFTEN, "long", () -> await(others, held));
      jobs.every(OFTEN, "other", others::countDown);
      assertThat(held.await(5, TimeUnit.MINUTES)).isTrue();
    }
  }

  private static void await(CountDownLatch others, CountDownLatch held) {
    try {
      if (others.await(5, TimeUnit.MINUTES)) {
        held.countDown();
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void closing_waits_for_the_run_under_way() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    AtomicInteger running = new AtomicInteger();
    BackgroundJobs jobs = new BackgroundJobs(Observer.NONE);
    jobs.every(
        OFTEN,
        "slow",
        () -> {
          running.incrementAndGet();
          begun.countDown();
          awaitUninterrupted(mayEnd);
          running.decrementAndGet();
        });
    assertThat(begun.await(5, TimeUnit.MINUTES)).isTrue();
    Thread closing = Thread.currentThread();
    new Thread(() -> releaseOnceItWaits(closing, mayEnd)).start();
    jobs.close();
    assertThat(running).hasValue(0);
  }

  private static void releaseOnceItWaits(Thread closing, CountDownLatch mayEnd) {
    while (Stream.of(closing.getStackTrace())
        .noneMatch(call -> call.getMethodName().equals("awaitTermination"))) {
      Thread.onSpinWait();
    }
    mayEnd.countDown();
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }
}
