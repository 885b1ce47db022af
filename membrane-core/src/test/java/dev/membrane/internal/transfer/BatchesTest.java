package dev.membrane.internal.transfer;

import static dev.membrane.internal.transfer.Exports.export;
import static dev.membrane.internal.transfer.Exports.lines;
import static dev.membrane.internal.transfer.Exports.load;
import static dev.membrane.internal.transfer.Exports.remember;
import static dev.membrane.internal.transfer.Exports.resealed;
import static dev.membrane.internal.transfer.Exports.size;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.internal.EngineFixture;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.store.memory.InMemoryStore;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an import leaves that is interrupted, and how its batches follow each other. */
class BatchesTest {

  private final EngineFixture house = new EngineFixture();
  private final MemoryStore target = new InMemoryStore();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void an_import_that_was_interrupted_goes_on_where_it_was(int commits) throws Exception {
    remember(house, 2_200);
    byte[] export = export(house.store);
    FailingStore failing = new FailingStore(target, commits);
    assertThatThrownBy(() -> load(export, failing)).isInstanceOf(StoreUnavailableException.class);
    long there = size(target);
    assertThat(there).isEqualTo(1_000L * (commits - 1));
    Moved rest = load(export, target);
    assertThat(rest.known()).isEqualTo(there);
    assertThat(rest.records()).isEqualTo(2_200 - there);
    assertThat(export(target)).isEqualTo(export);
    assertThat(load(export, new FailingStore(target, 1)).known()).isEqualTo(2_200);
  }

  @Test
  void a_line_that_cannot_be_stops_the_import_after_the_batches_before_it() throws Exception {
    remember(house, 45);
    List<String> lines = lines(export(house.store));
    lines.set(34, lines.get(34).replaceFirst("\"confidence\":[0-9.]+", "\"confidence\":7"));
    lines.set(44, lines.get(44).replaceFirst("\"confidence\":[0-9.]+", "\"confidence\":8"));
    byte[] wrong = resealed(lines);
    assertThatThrownBy(() -> load(wrong, target, 10)).hasMessageStartingWith("line 35: ");
    assertThat(size(target)).isEqualTo(30);
  }

  @Test
  void the_next_batch_is_made_ready_while_one_is_committed() throws Exception {
    remember(house, 3);
    byte[] export = export(house.store);
    assertThat(load(export, new SlowStore(target), 1).records()).isEqualTo(3);
    assertThat(export(target)).isEqualTo(export);
  }

  @Test
  void a_line_that_comes_again_in_the_next_batch_is_passed_by() throws Exception {
    remember(house, 1);
    List<String> lines = lines(export(house.store));
    lines.add(2, lines.get(1));
    Moved moved = load(resealed(lines), new SlowStore(target), 1);
    assertThat(moved.records()).isEqualTo(1);
    assertThat(moved.known()).isEqualTo(1);
    assertThat(size(target)).isEqualTo(1);
  }

  @Test
  void after_a_batch_that_could_not_be_committed_none_is() throws Exception {
    remember(house, 6);
    byte[] export = export(house.store);
    CountDownLatch read = new CountDownLatch(3);
    MemoryStore fails =
        new ForwardingStore(target) {
          private int commits;

          @Override
          public List<StoredRecord> get(Collection<String> ids) {
            read.countDown();
            return super.get(ids);
          }

          @Override
          public void commit(Changeset changeset) {
            commits++;
            if (commits == 2) {
              awaitZero(read);
              throw new StoreUnavailableException("the power was gone");
            }
            super.commit(changeset);
          }
        };
    assertThatThrownBy(() -> load(export, fails, 1)).hasMessage("the power was gone");
    assertThat(size(target)).isEqualTo(1);
  }

  @Test
  void a_batch_that_waits_is_committed_although_a_line_after_it_cannot_be() throws Exception {
    byte[] wrong = fourOfWhichTheThirdCannotBe();
    Thread importer = Thread.currentThread();
    MemoryStore slow = beforeFirstCommit(() -> awaitWaiting(importer));
    assertThatThrownBy(() -> load(wrong, slow, 1)).hasMessageStartingWith("line 4: ");
    assertThat(size(target)).isEqualTo(2);
  }

  @Test
  void a_commit_that_failed_is_told_before_a_later_line_that_cannot_be() throws Exception {
    byte[] wrong = fourOfWhichTheThirdCannotBe();
    Thread importer = Thread.currentThread();
    MemoryStore failing =
        beforeFirstCommit(
            () -> {
              awaitWaiting(importer);
              throw new StoreUnavailableException("the power was gone");
            });
    assertThatThrownBy(() -> load(wrong, failing, 1)).hasMessage("the power was gone");
    assertThat(size(target)).isZero();
  }

  @Test
  void an_import_that_is_interrupted_leaves_no_commit_under_way() throws Exception {
    remember(house, 4);
    byte[] export = export(house.store);
    Thread importer = Thread.currentThread();
    CountDownLatch interrupted = new CountDownLatch(2);
    MemoryStore slow =
        new ForwardingStore(
            beforeFirstCommit(
                () -> {
                  awaitZero(interrupted);
                  awaitWaiting(importer);
                })) {
          @Override
          public List<StoredRecord> get(Collection<String> ids) {
            interrupted.countDown();
            if (interrupted.getCount() == 0) {
              importer.interrupt();
            }
            return super.get(ids);
          }
        };
    assertThatThrownBy(() -> load(export, slow, 1)).hasMessage("was interrupted");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(size(target)).isEqualTo(2);
  }

  private byte[] fourOfWhichTheThirdCannotBe() throws Exception {
    remember(house, 4);
    List<String> lines = lines(export(house.store));
    lines.set(3, lines.get(3).replaceFirst("\"confidence\":[0-9.]+", "\"confidence\":7"));
    return resealed(lines);
  }

  private MemoryStore beforeFirstCommit(Runnable action) {
    return new ForwardingStore(target) {
      private boolean isDone;

      @Override
      public void commit(Changeset changeset) {
        if (!isDone) {
          isDone = true;
          action.run();
        }
        super.commit(changeset);
      }
    };
  }

  private static void awaitWaiting(Thread thread) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (thread.getState() != Thread.State.WAITING) {
      assertThat(System.nanoTime()).as("the importer waits").isLessThan(end);
      LockSupport.parkNanos(100_000);
    }
  }

  @Test
  void of_two_faults_the_one_that_comes_first_is_told() throws Exception {
    remember(house, 2);
    byte[] export = export(house.store);
    List<String> second = lines(export);
    second.remove(1);
    second.set(1, second.get(1).replaceFirst("\"confidence\":[0-9.]+", "\"confidence\":0.123"));
    assertThat(load(resealed(second), target).records()).isEqualTo(1);
    MemoryStore failing = new SlowStore(new FailingStore(target, 1));
    assertThatThrownBy(() -> load(export, failing, 1)).hasMessage("the power is gone");
    assertThatThrownBy(() -> load(export, target, 1)).hasMessageStartingWith("line 3: record ");
  }

  /** Fails for good from a commit on. */
  private static final class FailingStore extends ForwardingStore {

    private int left;

    FailingStore(MemoryStore store, int fails) {
      super(store);
      left = fails;
    }

    @Override
    public void commit(Changeset changeset) {
      left--;
      if (left <= 0) {
        throw new StoreUnavailableException("the power is gone");
      }
      super.commit(changeset);
    }
  }

  /** Does not commit before somebody looks for what comes next. */
  private static final class SlowStore extends ForwardingStore {

    private final CountDownLatch looks = new CountDownLatch(2);

    SlowStore(MemoryStore store) {
      super(store);
    }

    @Override
    public List<StoredRecord> get(Collection<String> ids) {
      List<StoredRecord> found = super.get(ids);
      looks.countDown();
      return found;
    }

    @Override
    public void commit(Changeset changeset) {
      awaitZero(looks);
      super.commit(changeset);
    }
  }

  private static void awaitZero(CountDownLatch looks) {
    try {
      assertThat(looks.await(5, TimeUnit.MINUTES)).as("somebody looks").isTrue();
    } catch (InterruptedException stop) {
      throw new IllegalStateException(stop);
    }
  }
}
