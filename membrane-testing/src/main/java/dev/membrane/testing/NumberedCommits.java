package dev.membrane.testing;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreUnavailableException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** A store in which something happens before or after commits, which are numbered from 1. */
final class NumberedCommits extends ForwardingStore {

  private final AtomicInteger commits = new AtomicInteger();
  private final IntConsumer before;
  private final IntConsumer after;

  private NumberedCommits(MemoryStore store, IntConsumer before, IntConsumer after) {
    super(store);
    this.before = before;
    this.after = after;
  }

  /** Fails at every commit after the first ones, as if the process had ended there. */
  static NumberedCommits endingAfter(int commits, MemoryStore store) {
    IntConsumer end =
        number -> {
          if (number > commits) {
            throw new StoreUnavailableException("the process has ended");
          }
        };
    return new NumberedCommits(store, end, number -> {});
  }

  /** Does something else before a certain commit. */
  static NumberedCommits before(int commit, MemoryStore store, Runnable action) {
    return new NumberedCommits(store, only(commit, action), number -> {});
  }

  /** Does something else after a certain commit. */
  static NumberedCommits after(int commit, MemoryStore store, Runnable action) {
    return new NumberedCommits(store, number -> {}, only(commit, action));
  }

  private static IntConsumer only(int commit, Runnable action) {
    return number -> {
      if (number == commit) {
        action.run();
      }
    };
  }

  /** Does something else after every commit. */
  static NumberedCommits afterEach(MemoryStore store, Runnable action) {
    return new NumberedCommits(store, number -> {}, number -> action.run());
  }

  @Override
  public void commit(Changeset changeset) {
    int number = commits.incrementAndGet();
    before.accept(number);
    super.commit(changeset);
    after.accept(number);
  }
}
