package dev.membrane.benchmarks;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Takes the engine's changesets and makes few large ones of them. Only for ingests that read
 * nothing of what came before them.
 */
final class Gathering extends ForwardingStore {

  private final int size;
  private final Consumer<Changeset> target;
  private final List<Changeset> waiting = new ArrayList<>();

  Gathering(MemoryStore store, int size, Consumer<Changeset> target) {
    super(store);
    this.size = size;
    this.target = target;
  }

  @Override
  public synchronized void commit(Changeset changeset) {
    waiting.add(changeset);
    if (waiting.size() >= size) {
      flush();
    }
  }

  synchronized void flush() {
    if (!waiting.isEmpty()) {
      target.accept(merged());
      waiting.clear();
    }
  }

  private Changeset merged() {
    Changeset.Builder all = Changeset.builder();
    for (Changeset one : waiting) {
      one.changes().forEach(all::change);
      one.keysRemoved().forEach(all::removeKey);
      one.keysAdded().forEach(all::addKey);
      one.rowsDone().forEach(all::done);
      one.rowsAdded().forEach(all::enqueue);
    }
    return all.build();
  }
}
