package dev.membrane.spi.store;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Neighbours;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore.Leases;
import dev.membrane.spi.store.Statistics.QueueLoad;
import dev.membrane.spi.store.Statistics.ScopeCount;
import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store that passes calls on to another one. To do more, such as counting, extend it and override
 * the methods concerned.
 *
 * <p>Records are written by {@link #commit} only. {@link #commitEach} and {@link #prepare} are not
 * passed on, but come to it, so that nobody who overrides it misses a write. So the other store
 * does not make several commits durable together, unless {@code commitEach} is overridden as well.
 * {@link #destroyKey}, {@link #rebuild} and {@link #abandon} write no records, and are passed on as
 * they are.
 */
public abstract class ForwardingStore implements MemoryStore {

  private final MemoryStore store;

  /** Passes on to a store. */
  protected ForwardingStore(MemoryStore store) {
    this.store = store;
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids) {
    return store.get(ids);
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids, long heaviest) {
    return store.get(ids, heaviest);
  }

  @Override
  public List<StoredRecord> cached(Collection<String> ids, Visibility visibility, long heaviest) {
    return store.cached(ids, visibility, heaviest);
  }

  @Override
  public List<RecordHeader> headers(Collection<String> ids, Instant at) {
    return store.headers(ids, at);
  }

  @Override
  public List<Key> find(Collection<String> names) {
    return store.find(names);
  }

  @Override
  public boolean isEncrypted() {
    return store.isEncrypted();
  }

  @Override
  public String sealed(String scope, String name, String text) {
    return store.sealed(scope, name, text);
  }

  @Override
  public Optional<String> opened(String name, String sealed) {
    return store.opened(name, sealed);
  }

  @Override
  public List<Key> keys(String prefix, String after, int limit) {
    return store.keys(prefix, after, limit);
  }

  @Override
  public List<String> deleted(Visibility visibility, String after, int limit) {
    return store.deleted(visibility, after, limit);
  }

  @Override
  public List<Hit> search(Filter filter, int limit) {
    return store.search(filter, limit);
  }

  @Override
  public List<Hit> search(Filter filter, List<String> terms, int limit) {
    return store.search(filter, terms, limit);
  }

  @Override
  public List<String> arrivals(Arrivals asked) {
    return store.arrivals(asked);
  }

  @Override
  public List<String> related(
      Visibility visibility, Collection<String> targets, String after, int limit) {
    return store.related(visibility, targets, after, limit);
  }

  @Override
  public List<String> episodes(
      Visibility visibility, @Nullable String key, String after, int limit) {
    return store.episodes(visibility, key, after, limit);
  }

  @Override
  public List<ScopeCount> scopes(Visibility visibility) {
    return store.scopes(visibility);
  }

  @Override
  public List<Neighbours> neighbours(Filter filter, Collection<String> ids, int reach) {
    return store.neighbours(filter, ids, reach);
  }

  @Override
  public RunMatches matchRuns(Visibility visibility, List<String> words, int latest) {
    return store.matchRuns(visibility, words, latest);
  }

  @Override
  public List<KeptRun> keptRuns(Collection<Long> numbers) {
    return store.keptRuns(numbers);
  }

  @Override
  public List<KeptRun> keptRunsOf(Collection<String> ids) {
    return store.keptRunsOf(ids);
  }

  @Override
  public Optional<Vectors> vectors() {
    return store.vectors();
  }

  @Override
  public Optional<Contents> contents() {
    return store.contents();
  }

  @Override
  public Optional<History> history() {
    return store.history();
  }

  @Override
  public RecordCounts termStatistics(Visibility visibility, Collection<String> terms) {
    return store.termStatistics(visibility, terms);
  }

  @Override
  public void commit(Changeset changeset) {
    store.commit(changeset);
  }

  @Override
  public boolean destroyKey(String scope) {
    return store.destroyKey(scope);
  }

  @Override
  public boolean rebuild() {
    return store.rebuild();
  }

  @Override
  public Optional<Leases> leases() {
    return store.leases();
  }

  @Override
  public List<QueueRow> due(String queue, Instant at, int limit) {
    return store.due(queue, at, limit);
  }

  @Override
  public List<QueueRow> rows(String queue, Collection<String> items) {
    return store.rows(queue, items);
  }

  @Override
  public long queued(String queue) {
    return store.queued(queue);
  }

  @Override
  public List<QueueLoad> queues() {
    return store.queues();
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
  public List<AuditTrail> auditLogs(Collection<String> ids) {
    return store.auditLogs(ids);
  }

  @Override
  public List<AuditTrail> auditLogs(String after, int limit) {
    return store.auditLogs(after, limit);
  }

  @Override
  public void inspect(Inspection inspection) {
    store.inspect(inspection);
  }

  @Override
  public void check() {
    store.check();
  }

  @Override
  public void abandon() {
    store.abandon();
  }

  @Override
  public void close() {
    store.close();
  }

  @Override
  public String toString() {
    return store.toString();
  }
}
