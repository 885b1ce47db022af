package dev.membrane.grpc;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.store.memory.InMemoryStore;
import java.util.Collection;
import java.util.List;

/**
 * A store in memory that does something else first when it commits, is checked or looks for keys.
 */
final class HookedStore extends ForwardingStore {

  private volatile Runnable beforeCommit = () -> {};

  HookedStore() {
    super(new InMemoryStore());
  }

  private volatile Runnable beforeCheck = () -> {};

  private volatile Runnable beforeFind = () -> {};

  void beforeFind(Runnable hook) {
    beforeFind = hook;
  }

  void beforeCommit(Runnable hook) {
    beforeCommit = hook;
  }

  void beforeCheck(Runnable hook) {
    beforeCheck = hook;
  }

  @Override
  public void commit(Changeset changeset) {
    // An engine that starts notes since when it keeps the past.
    if (!changeset.changes().isEmpty()) {
      beforeCommit.run();
    }
    super.commit(changeset);
  }

  @Override
  public void check() {
    beforeCheck.run();
    super.check();
  }

  @Override
  public List<Key> find(Collection<String> names) {
    beforeFind.run();
    return super.find(names);
  }
}
