package dev.membrane.internal.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.Tracer;
import dev.membrane.spi.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Work that is done by another thread, if there is one. */
final class ConcurrentWorkTest {

  private final ConcurrentWork meanwhile = new ConcurrentWork(1, Tracer.NONE);
  private final CountDownLatch end = new CountDownLatch(1);

  @Test
  void what_comes_of_it_is_given_whenever_it_is_asked_for() {
    Supplier<String> begun = meanwhile.begin(() -> "done");
    assertThat(begun.get()).isEqualTo("done");
    assertThat(begun.get()).isEqualTo("done");
  }

  @Test
  void what_it_throws_is_thrown() {
    Supplier<String> begun =
        meanwhile.begin(
            () -> {
              throw new StoreUnavailableException("gone");
            });
    assertThatThrownBy(begun::get).isInstanceOf(StoreUnavailableException.class).hasMessage("gone");
  }

  @Test
  void another_thread_begins_before_it_is_asked_for_and_it_is_none_of_the_common_pool()
      throws InterruptedException {
    Thread worker = occupied();
    assertThat(worker).isNotSameAs(Thread.currentThread());
    assertThat(worker).isNotInstanceOf(ForkJoinWorkerThread.class);
    assertThat(worker.isDaemon()).isTrue();
    end.countDown();
  }

  @Test
  void nobody_waits_for_a_thread_however_many_ask() throws InterruptedException {
    Thread unused = occupied();
    List<Supplier<Thread>> begun = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      begun.add(meanwhile.begin(Thread::currentThread));
    }
    assertThat(begun).allSatisfy(one -> assertThat(one.get()).isSameAs(Thread.currentThread()));
    end.countDown();
  }

  @Test
  void an_interrupt_is_kept_and_the_work_is_waited_for() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    Supplier<String> begun =
        meanwhile.begin(
            () -> {
              running.countDown();
              await(end);
              return "done";
            });
    running.await();
    Thread asking = Thread.currentThread();
    new Thread(
            () -> {
              while (asking.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
              }
              asking.interrupt();
              end.countDown();
            })
        .start();
    assertThat(begun.get()).isEqualTo("done");
    assertThat(Thread.interrupted()).isTrue();
  }

  /** The only thread there is, busy until the end. */
  private Thread occupied() throws InterruptedException {
    Thread[] worker = new Thread[1];
    CountDownLatch busy = new CountDownLatch(1);
    Supplier<Boolean> unused =
        meanwhile.begin(
            () -> {
              worker[0] = Thread.currentThread();
              busy.countDown();
              await(end);
              return true;
            });
    busy.await();
    return worker[0];
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
