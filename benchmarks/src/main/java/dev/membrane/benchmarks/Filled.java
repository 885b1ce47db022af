package dev.membrane.benchmarks;

import dev.membrane.Membrane;
import dev.membrane.RetrieveRequest;
import dev.membrane.spi.store.MemoryStore;
import java.sql.SQLException;
import java.util.List;

/**
 * A new store that was filled and left alone for a while, under engines without and with vectors.
 */
final class Filled implements AutoCloseable {

  private final Site site;
  private final Layout layout;
  private final long records;
  private final MemoryStore store;
  private final Membrane words;
  private final Membrane meanings;

  Filled(BenchmarkRun bench, Site site, Layout layout, long records) throws SQLException {
    this.site = site;
    this.layout = layout;
    this.records = records;
    this.store = site.open();
    this.words = Membrane.builder().store(store).build();
    this.meanings = Membrane.builder().store(store).embedder(new MadeUpEmbedder()).build();
    boolean done = false;
    try {
      new Loading(store, layout, bench.progress()).load(0, records);
      site.settle();
      done = true;
    } finally {
      if (!done) {
        close();
      }
    }
  }

  long records() {
    return records;
  }

  Figure figure(String name) throws SQLException {
    return Figure.of(name, site, layout, records, "in process", 1);
  }

  /** Asks about one scope after the other. */
  Callers.MeasuredCall retrieve(ScopeQueries questions, boolean byMeaning) {
    Membrane engine = byMeaning ? meanings : words;
    List<RetrieveRequest> prepared = Calling.prepared(questions, layout, records);
    return (caller, n) -> engine.retrieval().retrieve(prepared.get(n % prepared.size()));
  }

  @Override
  public void close() {
    meanings.close();
    words.close();
    store.close();
  }
}
