package dev.membrane.benchmarks;

import dev.membrane.Membrane;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveRequest;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What the engine itself adds to a question by words, BM25 and fusion above all: the store answers
 * from what it answered before.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RankingBenchmark {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String SCOPE = Layout.ONE_SCOPE.scopeOf(0);

  /** Records in the scope. */
  @Param({"100", "2000"})
  public int records = 100;

  private final MemoryStore store = new Remembering(new InMemoryStore());
  private final Membrane engine =
      Membrane.builder().store(store).clock(InstantSource.fixed(NOW)).build();
  private final RetrieveRequest request = ScopeQueries.TEXT.in(SCOPE, new Corpus(7));

  /** Fills the store. */
  @Setup
  public void fill() {
    Corpus corpus = new Corpus(1);
    for (int n = 0; n < records; n++) {
      engine.ingestion().record(corpus.record(n, SCOPE));
    }
  }

  /** Stops the background work. */
  @TearDown
  public void close() {
    engine.close();
    store.close();
  }

  /** The best ten for four words. */
  @Benchmark
  public RetrieveAnswer best() {
    return engine.retrieval().retrieve(request);
  }

  /** Answers the same question from memory; its records are not changed once they are asked for. */
  private static final class Remembering extends ForwardingStore {

    private final Map<List<Object>, List<Hit>> searches = new ConcurrentHashMap<>();
    private final Map<Set<String>, RecordCounts> statistics = new ConcurrentHashMap<>();
    private final Map<Set<String>, List<StoredRecord>> records = new ConcurrentHashMap<>();

    Remembering(MemoryStore store) {
      super(store);
    }

    @Override
    public List<Hit> search(Filter filter, int limit) {
      return searches.computeIfAbsent(List.of(filter, limit), asked -> super.search(filter, limit));
    }

    @Override
    public List<Hit> search(Filter filter, List<String> terms, int limit) {
      return searches.computeIfAbsent(
          List.of(filter, terms, limit), asked -> super.search(filter, terms, limit));
    }

    @Override
    public RecordCounts termStatistics(Visibility visibility, Collection<String> terms) {
      return statistics.computeIfAbsent(
          Set.copyOf(terms), some -> super.termStatistics(visibility, some));
    }

    @Override
    public List<StoredRecord> get(Collection<String> ids) {
      return records.computeIfAbsent(Set.copyOf(ids), some -> super.get(List.copyOf(some)));
    }
  }
}
