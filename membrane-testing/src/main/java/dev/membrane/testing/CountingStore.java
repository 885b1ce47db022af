package dev.membrane.testing;

import dev.membrane.internal.keys.Queues;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * A view of a store that counts the commits, as no other call writes; the end of what is kept of
 * the past does not count. Unless work is wanted, none is ever due in it: then the jobs of a memory
 * over it have nothing to do, and a test says itself when it is swept. Closing it leaves the store
 * open.
 */
final class CountingStore extends ForwardingStore {

  private final MemoryStore store;
  private final AtomicInteger commits;
  private final BiConsumer<String, List<QueueRow>> onDue;
  private final boolean showsWork;

  private CountingStore(
      MemoryStore store,
      AtomicInteger commits,
      boolean showsWork,
      BiConsumer<String, List<QueueRow>> onDue) {
    super(store);
    this.store = store;
    this.commits = commits;
    this.showsWork = showsWork;
    this.onDue = onDue;
  }

  static CountingStore withoutWork(MemoryStore store) {
    return new CountingStore(store, new AtomicInteger(), false, (queue, rows) -> {});
  }

  /**
   * The same store with what is due to be pruned, which tells what of a queue was answered as due.
   */
  CountingStore withWork(BiConsumer<String, List<QueueRow>> listener) {
    return new CountingStore(store, commits, true, listener);
  }

  int commits() {
    return commits.get();
  }

  @Override
  public void commit(Changeset changeset) {
    super.commit(changeset);
    if (changeset.history().expired() == null) {
      commits.incrementAndGet();
    }
  }

  @Override
  public List<QueueRow> due(String queue, Instant at, int limit) {
    List<QueueRow> rows =
        showsWork && queue.equals(Queues.PRUNING) ? super.due(queue, at, limit) : List.of();
    onDue.accept(queue, rows);
    return rows;
  }

  @Override
  public void close() {}
}
