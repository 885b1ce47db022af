package dev.membrane.benchmarks;

import dev.membrane.Membrane;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The store of a site with an engine over it. The site is not closed with it. */
record Side(Site site, MemoryStore store, Membrane engine) implements AutoCloseable {

  /** How the facts of both sides are spread. */
  static final Layout LAYOUT = Layout.A_HUNDRED_SCOPES;

  private static final int RECORDS_PER_COMMIT = 500;

  static Side open(Site site, Function<MemoryStore, Membrane> engines) {
    MemoryStore store = site.open();
    return new Side(site, store, engines.apply(store));
  }

  /**
   * Fills two new stores with the same facts.
   *
   * @return their ids
   */
  static List<String> fill(Site one, Site other, long records) {
    List<String> ids = new ArrayList<>();
    try (MemoryStore first = one.open();
        MemoryStore second = other.open()) {
      Gathering gathering =
          new Gathering(
              new InMemoryStore(), RECORDS_PER_COMMIT, changes -> commit(changes, first, second));
      Corpus corpus = new Corpus(1);
      try (Membrane engine = Membrane.builder().store(gathering).build()) {
        for (long n = 0; n < records; n++) {
          ids.add(
              engine
                  .ingestion()
                  .observe(corpus.observation(LAYOUT.scopeOf(n), Work.BYTES))
                  .record()
                  .id());
        }
        gathering.flush();
      }
    }
    return ids;
  }

  private static void commit(Changeset changes, MemoryStore first, MemoryStore second) {
    first.commit(changes);
    second.commit(changes);
  }

  @Override
  public void close() {
    engine.close();
    store.close();
  }
}
