package dev.membrane.tck.engine;

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
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * A view of a store that counts the commits, as no other call writes. Unless work is wanted, none
 * is ever due in it: then the jobs of a memory over it have nothing to do, and a test says itself
 * when it is swept. Closing it leaves the store open.
 */
final class ObservedStore implements MemoryStore {

  private final MemoryStore store;
  private final AtomicInteger commits;
  private final BiConsumer<String, List<QueueRow>> onDue;
  private final boolean showsWork;

  private ObservedStore(
      MemoryStore store,
      AtomicInteger commits,
      boolean showsWork,
      BiConsumer<String, List<QueueRow>> onDue) {
    this.store = store;
    this.commits = commits;
    this.showsWork = showsWork;
    this.onDue = onDue;
  }

  static ObservedStore withoutWork(MemoryStore store) {
    return new ObservedStore(store, new AtomicInteger(), false, (queue, rows) -> {});
  }

  /** The same store with its work, which tells what of a queue was answered as due. */
  ObservedStore withWork(BiConsumer<String, List<QueueRow>> listener) {
    return new ObservedStore(store, commits, true, listener);
  }

  int commits() {
    return commits.get();
  }

  @Override
  public void commit(Changeset changeset) {
    store.commit(changeset);
    commits.incrementAndGet();
  }

  @Override
  public List<QueueRow> due(String queue, Instant at, int limit) {
    List<QueueRow> rows = showsWork ? store.due(queue, at, limit) : List.of();
    onDue.accept(queue, rows);
    return rows;
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
  public void check() {
    store.check();
  }

  @Override
  public void close() {}
}
