package dev.membrane.retrieve;

import dev.membrane.schema.Payload;
import dev.membrane.schema.Sensitivity;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Passes everything on and remembers how much was asked. */
final class RecordingStore implements MemoryStore {

  final List<Search> searches = new ArrayList<>();
  final List<Integer> statisticsTerms = new ArrayList<>();
  final List<Integer> reads = new ArrayList<>();
  private final MemoryStore store;
  private UnaryOperator<Stored> onRead = stored -> stored;

  RecordingStore(MemoryStore store) {
    this.store = store;
  }

  void forget() {
    searches.clear();
    statisticsTerms.clear();
    reads.clear();
  }

  /** Changes what is read, as another writer might have; null: deleted it. */
  void onRead(UnaryOperator<Stored> change) {
    onRead = change;
  }

  static Stored guarded(Stored stored, Sensitivity sensitivity) {
    return new Stored(
        stored.record().withSensitivity(sensitivity),
        stored.version() + 1,
        stored.anchor(),
        stored.head());
  }

  static Stored with(Stored stored, Payload payload) {
    return new Stored(
        stored.record().toBuilder().payload(payload).build(),
        stored.version() + 1,
        stored.anchor(),
        stored.head());
  }

  @Override
  public List<Stored> get(Collection<String> ids) {
    reads.add(ids.size());
    return store.get(ids).stream().map(onRead).filter(Objects::nonNull).toList();
  }

  @Override
  public List<Key> find(Collection<String> names) {
    return store.find(names);
  }

  @Override
  public List<Hit> search(Search search) {
    searches.add(search);
    return store.search(search);
  }

  @Override
  public TermStatistics termStatistics(Visibility visibility, Collection<String> terms) {
    statisticsTerms.add(terms.size());
    return store.termStatistics(visibility, terms);
  }

  @Override
  public void commit(Changeset changeset) {
    store.commit(changeset);
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
  public void check() {
    store.check();
  }

  @Override
  public void close() {
    store.close();
  }
}
