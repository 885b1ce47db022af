package dev.membrane.ingest;

import dev.membrane.schema.AuditEntry;
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
import java.util.concurrent.CopyOnWriteArrayList;

/** A store in memory that keeps what was committed, and lets somebody else be faster once. */
final class WatchedStore implements MemoryStore {

  private final InMemoryStore store = new InMemoryStore();
  private final List<Changeset> commits = new CopyOnWriteArrayList<>();
  private volatile Runnable rival = () -> {};

  /** Every changeset that was committed; as a commit is the only write, all that ever changed. */
  List<Changeset> commits() {
    return commits;
  }

  Changeset lastCommit() {
    return commits.get(commits.size() - 1);
  }

  /** Runs something right before the next commit, between its reads and its writes. */
  void beforeNextCommit(Runnable faster) {
    rival = faster;
  }

  @Override
  public void commit(Changeset changeset) {
    Runnable faster = rival;
    rival = () -> {};
    faster.run();
    store.commit(changeset);
    commits.add(changeset);
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
  public List<AuditEntry> auditLog(String id) {
    return store.auditLog(id);
  }

  @Override
  public void check() {
    store.check();
  }

  @Override
  public void close() {
    store.close();
  }
}
