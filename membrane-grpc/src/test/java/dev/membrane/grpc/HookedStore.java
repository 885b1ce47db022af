package dev.membrane.grpc;

import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Hit;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.QueueRow;
import dev.membrane.spi.Search;
import dev.membrane.spi.Statistics;
import dev.membrane.spi.Stored;
import dev.membrane.spi.TermStatistics;
import dev.membrane.spi.Visibility;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A store in memory that does something else first when it commits or is checked. */
final class HookedStore implements MemoryStore {

  private final InMemoryStore store = new InMemoryStore();
  private volatile Runnable beforeCommit = () -> {};
  private volatile Runnable beforeCheck = () -> {};

  void beforeCommit(Runnable hook) {
    beforeCommit = hook;
  }

  void beforeCheck(Runnable hook) {
    beforeCheck = hook;
  }

  @Override
  public void commit(Changeset changeset) {
    beforeCommit.run();
    store.commit(changeset);
  }

  @Override
  public void check() {
    beforeCheck.run();
    store.check();
  }

  @Override
  public List<Stored> get(Collection<String> ids) {
    return store.get(ids);
  }

  @Override
  public List<Key> find(Collection<String> names) {
    return store.find(names);
  }

  @Override
  public List<Hit> search(Search search) {
    return store.search(search);
  }

  @Override
  public TermStatistics termStatistics(Visibility visibility, Collection<String> terms) {
    return store.termStatistics(visibility, terms);
  }

  @Override
  public List<QueueRow> due(String queue, Instant at, int limit) {
    return store.due(queue, at, limit);
  }

  @Override
  public Statistics statistics(Instant at) {
    return store.statistics(at);
  }

  @Override
  public Optional<AuditTrail> auditLog(String id) {
    return store.auditLog(id);
  }

  @Override
  public List<AuditTrail> auditLogs(String after, int limit) {
    return store.auditLogs(after, limit);
  }

  @Override
  public void close() {
    store.close();
  }
}
