package dev.membrane.testing;

import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Notes which keys and runs are written, so that they can be removed with the records. */
final class TrackingStore extends ForwardingStore {

  private static final Instant FAR = Instant.parse("2999-01-01T00:00:00Z");

  private final Set<String> keys = ConcurrentHashMap.newKeySet();
  private final Set<String> runs = ConcurrentHashMap.newKeySet();

  TrackingStore(MemoryStore store) {
    super(store);
  }

  @Override
  public void commit(Changeset changeset) {
    super.commit(changeset);
    changeset.keysAdded().forEach(key -> keys.add(key.name()));
    changeset.runsKept().forEach(run -> runs.add(run.id()));
  }

  /** What was written so far stays. */
  void settle() {
    keys.clear();
    runs.clear();
  }

  /**
   * Removes some records, all that waits, and the keys and runs written since it settled, with
   * their former states.
   */
  void remove(Collection<StoredRecord> records) {
    Changeset.Builder first = Changeset.builder();
    for (StoredRecord stored : records) {
      first.change(new Change.Delete(stored.record().id(), stored.version(), List.of()));
    }
    runs.forEach(first::dropRun);
    commit(first.erasing().build());
    Set<String> gone = new HashSet<>(keys);
    find(keys).forEach(key -> gone.remove(key.name()));
    Changeset.Builder back = Changeset.builder();
    gone.forEach(name -> back.addKey(new Key(name, "", null)));
    commit(back.build());
    Changeset.Builder then = Changeset.builder();
    find(keys).forEach(then::removeKey);
    queues().forEach(queue -> due(queue.queue(), FAR, 10_000).forEach(then::done));
    commit(then.erasing().build());
    settle();
  }
}
