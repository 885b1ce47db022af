package dev.membrane.internal.retrieve;

import dev.membrane.schema.Payload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** Passes everything on and remembers how much was asked. */
final class RecordingStore extends ForwardingStore {

  final List<Integer> salienceLimits = new ArrayList<>();
  final List<Integer> termLimits = new ArrayList<>();
  final List<List<String>> terms = new ArrayList<>();
  final List<Integer> statisticsTerms = new ArrayList<>();
  final List<Integer> reads = new ArrayList<>();
  private UnaryOperator<StoredRecord> onRead = stored -> stored;

  RecordingStore(MemoryStore store) {
    super(store);
  }

  void forget() {
    salienceLimits.clear();
    termLimits.clear();
    terms.clear();
    statisticsTerms.clear();
    reads.clear();
  }

  /** Changes what is read, as another writer might have; null: deleted it. */
  void onRead(UnaryOperator<StoredRecord> change) {
    onRead = change;
  }

  static StoredRecord guarded(StoredRecord stored, Sensitivity sensitivity) {
    return new StoredRecord(
        stored.record().toBuilder().sensitivity(sensitivity).build(),
        stored.version() + 1,
        stored.anchor(),
        stored.head());
  }

  static StoredRecord with(StoredRecord stored, Payload payload) {
    return new StoredRecord(
        stored.record().toBuilder().payload(payload).build(),
        stored.version() + 1,
        stored.anchor(),
        stored.head());
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids) {
    reads.add(ids.size());
    return super.get(ids).stream().map(onRead).filter(Objects::nonNull).toList();
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids, long heaviest) {
    return get(ids);
  }

  @Override
  public List<Hit> search(Filter filter, int limit) {
    salienceLimits.add(limit);
    return super.search(filter, limit);
  }

  @Override
  public List<Hit> search(Filter filter, List<String> searched, int limit) {
    terms.add(searched);
    termLimits.add(limit);
    return super.search(filter, searched, limit);
  }

  @Override
  public RecordCounts termStatistics(Visibility visibility, Collection<String> terms) {
    statisticsTerms.add(terms.size());
    return super.termStatistics(visibility, terms);
  }
}
