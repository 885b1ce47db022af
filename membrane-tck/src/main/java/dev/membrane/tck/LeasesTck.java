package dev.membrane.tck;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.MemoryStore.Leases;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of {@link Leases}, for a store that several processes may have open. */
@Timeout(600)
public abstract class LeasesTck {

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(1);

  private MemoryStore one;
  private MemoryStore other;

  /** For subclasses. */
  protected LeasesTck() {}

  /** Opens a new store that holds nothing. Called once for each test, which also closes it. */
  protected abstract MemoryStore openStore();

  /** Opens the store that was opened last once more, as another process would. */
  protected abstract MemoryStore openAgain();

  @BeforeEach
  final void open() {
    one = openStore();
    other = openAgain();
  }

  @AfterEach
  final void close() {
    close(one);
    close(other);
  }

  private static void close(@Nullable MemoryStore opened) {
    if (opened != null) {
      opened.close();
    }
  }

  private static Leases of(MemoryStore store) {
    return store.leases().orElseThrow();
  }

  @Test
  final void a_lease_is_for_one() {
    assertThat(of(one).take("sweep", "a", LONG)).isTrue();
    assertThat(of(other).take("sweep", "b", LONG)).isFalse();
    assertThat(of(one).take("sweep", "b", LONG)).isFalse();
  }

  @Test
  final void the_holder_may_take_it_again() {
    assertThat(of(one).take("sweep", "a", LONG)).isTrue();
    assertThat(of(other).take("sweep", "a", LONG)).isTrue();
  }

  @Test
  final void a_lease_that_was_given_back_is_free() {
    assertThat(of(one).take("sweep", "a", LONG)).isTrue();
    of(one).release("sweep", "a");
    assertThat(of(other).take("sweep", "b", LONG)).isTrue();
  }

  @Test
  final void nobody_gives_back_what_another_holds() {
    assertThat(of(one).take("sweep", "a", LONG)).isTrue();
    of(other).release("sweep", "b");
    of(other).release("never taken", "b");
    assertThat(of(other).take("sweep", "b", LONG)).isFalse();
  }

  @Test
  final void a_lease_runs_out() {
    assertThat(of(one).take("sweep", "a", SHORT)).isTrue();
    while (!of(other).take("sweep", "b", LONG)) {
      Thread.onSpinWait();
    }
    assertThat(of(one).take("sweep", "a", LONG)).isFalse();
  }

  @Test
  final void an_extension_counts_from_when_it_is_asked_for() {
    assertThat(of(one).take("sweep", "a", SHORT)).isTrue();
    assertThat(of(one).take("sweep", "a", LONG)).isTrue();
    assertThat(of(other).take("sweep", "b", LONG)).isFalse();
  }

  @Test
  final void leases_of_other_names_have_nothing_to_do_with_it() {
    assertThat(of(one).take("sweep", "a", LONG)).isTrue();
    assertThat(of(other).take("embedding", "b", LONG)).isTrue();
    of(one).release("sweep", "a");
    assertThat(of(one).take("embedding", "a", LONG)).isFalse();
  }

  @Test
  final void of_many_that_ask_at_once_one_gets_it() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      var asked =
          threads.invokeAll(
              IntStream.range(0, 64)
                  .<Callable<Boolean>>mapToObj(
                      i -> () -> of(i % 2 == 0 ? one : other).take("sweep", "holder " + i, LONG))
                  .toList());
      int holders = 0;
      for (Future<Boolean> lease : asked) {
        holders += lease.get() ? 1 : 0;
      }
      assertThat(holders).isEqualTo(1);
    } finally {
      threads.shutdown();
      assertThat(threads.awaitTermination(5, MINUTES)).isTrue();
    }
  }
}
