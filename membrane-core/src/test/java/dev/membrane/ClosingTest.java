package dev.membrane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.ForwardingStore;
import dev.membrane.spi.Observer;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever closes a memory finds its store closed afterwards. */
@Timeout(120)
class ClosingTest {

  /** Closes once it may. */
  private static final class SlowStore extends ForwardingStore {

    private final CountDownLatch isClosing = new CountDownLatch(1);
    private final CountDownLatch mayClose = new CountDownLatch(1);
    private volatile boolean isClosed;

    SlowStore() {
      super(new InMemoryStore());
    }

    @Override
    public void close() {
      isClosing.countDown();
      try {
        mayClose.await();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
      isClosed = true;
      super.close();
    }
  }

  @Test
  void who_closes_second_waits_for_the_first() throws Exception {
    SlowStore store = new SlowStore();
    Membrane membrane = Membrane.builder().openStore(() -> store).backgroundJobs(false).build();
    CompletableFuture<Void> first = CompletableFuture.runAsync(membrane::close, ClosingTest::start);
    store.isClosing.await();
    CompletableFuture<Boolean> second = new CompletableFuture<>();
    Thread closing =
        start(
            () -> {
              membrane.close();
              second.complete(store.isClosed);
            });
    while (closing.isAlive() && closing.getState() != Thread.State.WAITING) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    assertThat(second).isNotDone();
    store.mayClose.countDown();
    assertThat(second.get()).isTrue();
    first.get();
  }

  /** A run of a job that closes the memory while another thread, which waits for it, does. */
  private static final class ClosingWatcher implements Observer {

    private final CompletableFuture<Membrane> watched = new CompletableFuture<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CompletableFuture<Long> took = new CompletableFuture<>();

    @Override
    public void handled(String job, String what, long count) {
      Membrane membrane = watched.join();
      begun.countDown();
      while (!isClosed(membrane)) {
        Thread.onSpinWait();
      }
      long start = System.nanoTime();
      membrane.close();
      took.complete(System.nanoTime() - start);
    }

    private static boolean isClosed(Membrane membrane) {
      try {
        membrane.check();
        return false;
      } catch (ClosedException closed) {
        return true;
      }
    }
  }

  @Test
  void a_job_that_closes_second_does_not_wait() throws Exception {
    ClosingWatcher watcher = new ClosingWatcher();
    Membrane membrane = Membrane.builder().openStore(InMemoryStore::new).observer(watcher).build();
    watcher.watched.complete(membrane);
    watcher.begun.await();
    membrane.close();
    assertThat(watcher.took.get()).isLessThan(Duration.ofSeconds(5).toNanos());
  }

  private static Thread start(Runnable work) {
    Thread thread = new Thread(work, "closing");
    thread.start();
    return thread;
  }
}
