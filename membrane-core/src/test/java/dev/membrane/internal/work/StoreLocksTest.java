package dev.membrane.internal.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore.Leases;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StoreLocksTest {

  private final Map<String, String> holders = new ConcurrentHashMap<>();
  private final CountDownLatch refused = new CountDownLatch(1);
  private final StoreLocks here = new StoreLocks(new SharedStore(), "here");
  private final StoreLocks there = new StoreLocks(new SharedStore(), "there");

  /** A store whose leases end only when they are given back. */
  private final class SharedStore extends ForwardingStore implements Leases {

    SharedStore() {
      super(new InMemoryStore());
    }

    @Override
    public Optional<Leases> leases() {
      return Optional.of(this);
    }

    @Override
    public boolean take(String name, String holder, Duration term) {
      boolean isTaken = holder.equals(holders.computeIfAbsent(name, unheld -> holder));
      if (!isTaken) {
        refused.countDown();
      }
      return isTaken;
    }

    @Override
    public void release(String name, String holder) {
      holders.remove(name, holder);
    }
  }

  @Test
  void without_leases_every_turn_comes_at_once() {
    assertThat(new StoreLocks(new InMemoryStore(), "here").await("work", () -> "done"))
        .contains("done");
  }

  @Test
  void the_work_is_done_in_turn_and_the_turn_given_back() {
    assertThat(here.await("work", () -> holders.get("work"))).contains("here");
    assertThat(holders).isEmpty();
    assertThat(there.await("work", () -> holders.get("work"))).contains("there");
  }

  @Test
  void work_that_fails_gives_its_turn_back() {
    assertThatThrownBy(
            () ->
                here.await(
                    "work",
                    () -> {
                      throw new IllegalStateException("on purpose");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(holders).isEmpty();
  }

  @Test
  void who_comes_second_waits_until_the_first_is_done() throws InterruptedException {
    holders.put("work", "another");
    Queue<String> order = new ConcurrentLinkedQueue<>();
    Thread second =
        new Thread(() -> here.await("work", () -> order.add("turn of " + holders.get("work"))));
    second.start();
    refused.await();
    order.add("first");
    holders.clear();
    second.join();
    assertThat(order).containsExactly("first", "turn of here");
  }

  @Test
  void other_work_goes_on_meanwhile() {
    assertThat(here.await("work", () -> there.await("other work", () -> "done").orElseThrow()))
        .contains("done");
  }

  @Test
  void closing_ends_the_waiting() throws InterruptedException {
    holders.put("work", "another");
    Queue<String> done = new ConcurrentLinkedQueue<>();
    Thread waiting = new Thread(() -> here.await("work", () -> done.add("done")));
    waiting.start();
    refused.await();
    here.close();
    waiting.join();
    assertThat(done).isEmpty();
    assertThat(holders).containsEntry("work", "another");
  }

  @Test
  void an_interrupt_ends_the_waiting_and_stays_noted() {
    holders.put("work", "another");
    Thread.currentThread().interrupt();
    assertThat(here.await("work", () -> "done")).isEmpty();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void what_ends_the_waiting_for_a_process_ends_that_for_a_thread() throws InterruptedException {
    CountDownLatch working = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Thread first = new Thread(() -> here.await("work", () -> isOver(working, end)));
    first.start();
    working.await();
    Queue<String> done = new ConcurrentLinkedQueue<>();
    Thread interrupted = new Thread(() -> here.await("work", () -> done.add("interrupted")));
    interrupted.start();
    awaitWaiting(interrupted);
    interrupted.interrupt();
    interrupted.join();
    Thread waiting = new Thread(() -> here.await("work", () -> done.add("closed")));
    waiting.start();
    awaitWaiting(waiting);
    here.close();
    waiting.join();
    end.countDown();
    first.join();
    assertThat(done).isEmpty();
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  private static boolean isOver(CountDownLatch working, CountDownLatch end) {
    working.countDown();
    try {
      end.await();
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
