package dev.membrane.store.jdbc.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each commit takes two hours, so that no wait for callers ends before the test does. */
final class CommitQueueTest {

  private final AtomicLong clock = new AtomicLong();
  private final CommitQueue queue = new CommitQueue(clock::get, Duration.ofHours(1));
  private final List<QueuedCommit> one = group(1);
  private final List<QueuedCommit> other = group(1);

  private static List<QueuedCommit> group(int size) {
    return Stream.generate(
            () ->
                new QueuedCommit(
                    PreparedChangeset.of(Changeset.builder().build(), StoreCipher.NONE), ""))
        .limit(size)
        .toList();
  }

  @Test
  void a_caller_alone_waits_for_nobody() {
    for (int commit = 0; commit < 3; commit++) {
      queue.add(one);
      assertThat(queue.take()).isEqualTo(one);
      finishCommit();
    }
  }

  @Test
  void a_commit_waits_for_who_took_part_in_the_last() throws Exception {
    queue.add(one);
    queue.add(other);
    assertThat(queue.take()).hasSize(2);
    finishCommit();
    queue.add(one);
    assertThat(takenOnceComes(other)).containsExactly(one.get(0), other.get(0));
  }

  @Test
  void a_commit_waits_for_who_was_told_while_another_was_waiting() throws Exception {
    queue.add(one);
    assertThat(queue.take()).isEqualTo(one);
    queue.add(other);
    finishCommit();
    assertThat(takenOnceComes(one)).containsExactly(other.get(0), one.get(0));
  }

  @Test
  void many_changesets_of_one_caller_are_not_waited_for_again() {
    List<QueuedCommit> many = group(1_000);
    queue.add(many);
    assertThat(queue.take()).isEqualTo(many);
    finishCommit();
    queue.add(one);
    assertThat(queue.take()).isEqualTo(one);
  }

  @Test
  void a_closed_queue_waits_for_nobody() {
    queue.add(one);
    queue.add(other);
    queue.take();
    finishCommit();
    queue.add(one);
    queue.close();
    assertThat(queue.take()).isEqualTo(one);
    assertThat(queue.take()).isEmpty();
  }

  @Test
  void a_wait_ends_in_time() {
    CommitQueue hasty = new CommitQueue(clock::get, Duration.ofMillis(1));
    hasty.add(one);
    hasty.add(other);
    hasty.take();
    clock.addAndGet(Duration.ofHours(2).toNanos());
    hasty.done();
    hasty.add(one);
    assertThat(hasty.take()).isEqualTo(one);
  }

  private void finishCommit() {
    clock.addAndGet(Duration.ofHours(2).toNanos());
    queue.done();
  }

  /** What is taken, by a thread that has to wait until something is added. */
  private List<QueuedCommit> takenOnceComes(List<QueuedCommit> last)
      throws ExecutionException, InterruptedException {
    FutureTask<List<QueuedCommit>> taking = new FutureTask<>(queue::take);
    Thread writer = new Thread(taking);
    writer.start();
    while (writer.getState() != Thread.State.TIMED_WAITING) {
      assertThat(taking).as("the writer has not waited").isNotDone();
      Thread.onSpinWait();
    }
    queue.add(last);
    return taking.get();
  }
}
