package dev.membrane.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.StoreUnavailableException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work that is done by another thread, if there is one. */
final class MeanwhileTest {

  @Test
  void what_comes_of_it_is_given_whenever_it_is_asked_for() {
    Supplier<String> begun = Meanwhile.begin(() -> "done");
    assertThat(begun.get()).isEqualTo("done");
    assertThat(begun.get()).isEqualTo("done");
  }

  @Test
  void what_it_throws_is_thrown() {
    Supplier<String> begun =
        Meanwhile.begin(
            () -> {
              throw new StoreUnavailableException("gone");
            });
    assertThatThrownBy(begun::get).isInstanceOf(StoreUnavailableException.class).hasMessage("gone");
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void nobody_waits_for_a_thread() throws InterruptedException {
    int threads = ForkJoinPool.commonPool().getParallelism();
    CountDownLatch busy = new CountDownLatch(threads);
    CountDownLatch end = new CountDownLatch(1);
    try {
      for (int i = 0; i < threads; i++) {
        ForkJoinPool.commonPool()
            .execute(
                () -> {
                  busy.countDown();
                  await(end);
                });
      }
      busy.await();
      Thread asking = Thread.currentThread();
      assertThat(Meanwhile.begin(Thread::currentThread).get()).isSameAs(asking);
    } finally {
      end.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
