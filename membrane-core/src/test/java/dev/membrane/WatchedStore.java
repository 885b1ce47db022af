package dev.membrane;

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
import dev.membrane.spi.UnreadableRecordException;
import dev.membrane.spi.Visibility;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A store in memory that keeps what was committed, and lets somebody else be faster once. */
public final class WatchedStore implements MemoryStore {

  private final InMemoryStore store = new InMemoryStore();
  private final List<Changeset> commits = new CopyOnWriteArrayList<>();
  private volatile UnaryOperator<AuditTrail> forgery = trail -> trail;
  private volatile String damaged = "";
  private volatile Runnable rival = () -> {};

  /** Every changeset that was committed; as a commit is the only write, all that ever changed. */
  public List<Changeset> commits() {
    return commits;
  }

  public Changeset lastCommit() {
    return commits.get(commits.size() - 1);
  }

  /** Runs something right before the next commit, between its reads and its writes. */
  public void beforeNextCommit(Runnable faster) {
    rival = faster;
  }

  /** Lets a record be read no more. */
  public void damage(String id) {
    damaged = id;
  }

  /** Shows the trails of a scan as somebody left them who wrote past the engine. */
  public void forge(UnaryOperator<AuditTrail> forger) {
    forgery = forger;
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
    if (ids.contains(damaged)) {
      throw new UnreadableRecordException(damaged, new IllegalStateException("no JSON"));
    }
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
    return store.auditLogs(after, limit).stream().map(forgery).toList();
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
