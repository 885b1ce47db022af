package dev.membrane.benchmarks;

import dev.membrane.EventRequest;
import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.benchmarks.SideBySide.PairMeasure;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.MemoryStore;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** What former states cost where none are kept, and where they are kept as by default. */
final class HistoryFigures {

  private static final String NONE = "0";
  private static final String DEFAULT = "30d";

  private static final int MANY = 32;
  private static final int CALLS = 6_400;
  private static final int QUESTIONS = 512;
  private static final int MAX = 20_000;
  private static final int APPENDS = 1_000;
  private static final int REINFORCEMENTS = 5;

  private final BenchmarkRun bench;
  private final long records;
  private final long calls;
  private final Corpus corpus = new Corpus(2);

  HistoryFigures(BenchmarkRun bench) {
    this.bench = bench;
    this.records = Math.min(bench.largest(), MAX);
    this.calls = Math.min(records, CALLS);
  }

  /** A measurement of two engines in turns. */
  private interface Measuring {
    void of(SideBySide sides) throws SQLException;
  }

  void measure() throws SQLException {
    for (Site.Backend backend : bench.backends()) {
      beside(
          backend,
          store -> engine(new Masked(store, false), NONE),
          store -> engine(new Masked(store, true), NONE),
          this::withNone);
      beside(
          backend,
          store -> engine(store, DEFAULT),
          store -> engine(store, NONE),
          this::withDefault);
      sizes(backend);
    }
  }

  private void beside(
      Site.Backend backend,
      Function<MemoryStore, Membrane> ofOne,
      Function<MemoryStore, Membrane> ofOther,
      Measuring measuring)
      throws SQLException {
    try (Site one = backend.site("membrane_one");
        Site other = backend.site("membrane_other")) {
      Side.fill(one, other, records);
      one.settle();
      other.settle();
      try (Side first = Side.open(one, ofOne);
          Side second = Side.open(other, ofOther)) {
        measuring.of(new SideBySide(bench, first, second, records));
      }
    }
  }

  private static Membrane engine(MemoryStore store, String retention) {
    return Membrane.builder()
        .store(store)
        .config(Map.of("history_retention", retention))
        .backgroundJobs(false)
        .build();
  }

  /** Beside the same store, of which the engine does not know that it could keep former states. */
  private void withNone(SideBySide sides) throws SQLException {
    String ratio = ", history_retention 0 to a store without history";
    for (ScopeQueries questions : List.of(ScopeQueries.TEXT, ScopeQueries.SALIENCE_ALL)) {
      List<RetrieveRequest> requests =
          Stream.generate(() -> questions.in(Side.LAYOUT.scopeOf(corpus.below(100)), corpus))
              .limit(QUESTIONS)
              .toList();
      Work asking = Work.retrieve(requests, bench.settings().span());
      bench.add(
          sides
              .ratio("retrieve " + questions.word() + ratio, 1, PairMeasure.RATE, () -> asking)
              .atLeast(0.95));
    }
    bench.add(sides.ratio("ingest" + ratio, MANY, PairMeasure.RATE, this::facts).atLeast(0.95));
  }

  private void withDefault(SideBySide sides) throws SQLException {
    String ratio = ", history_retention 30d to 0";
    bench.add(sides.ratio("ingest" + ratio, MANY, PairMeasure.RATE, this::facts).atLeast(0.85));
    Work again = facts();
    bench.add(
        sides
            .ratio("ingest of known facts" + ratio, MANY, PairMeasure.RATE, () -> again)
            .atLeast(0.85));
    bench.add(sides.ratio("append" + ratio, MANY, PairMeasure.RATE, this::events).atLeast(0.85));
  }

  private Work facts() {
    return Work.observe(MANY, Work.facts(corpus, MANY, calls));
  }

  private Work events() {
    return Work.append(MANY, Work.events(corpus, MANY, calls));
  }

  private void sizes(Site.Backend backend) throws SQLException {
    // Of one caller, as how the calls of many share commits decides about some pages of a file.
    List<ObservationRequest> facts = Work.facts(corpus, 1, calls);
    Work observing = Work.observe(1, facts);
    bench.add(
        size(
            "facts with five reinforcements",
            backend,
            Collections.nCopies(1 + REINFORCEMENTS, observing),
            facts.size() * REINFORCEMENTS));
    List<EventRequest> events = Work.events(corpus, 1, Math.min(APPENDS, records));
    bench.add(
        size(
                "an episode of a thousand appends",
                backend,
                List.of(Work.append(1, events)),
                events.size())
            .atMost(1.2));
  }

  private static Figure size(String what, Site.Backend backend, List<Work> works, int changes)
      throws SQLException {
    double with = bytes(backend, DEFAULT, works);
    double without = bytes(backend, NONE, works);
    return Figure.of("ratio: bytes of " + what + ", history_retention 30d to 0", "in process", 0)
        .with("changes", changes)
        .with("bytes_a_change", (with - without) / changes)
        .with(PairedMedians.of(List.of(with), List.of(without)), "bytes");
  }

  private static double bytes(Site.Backend backend, String retention, List<Work> works)
      throws SQLException {
    try (Site site = backend.site("membrane_grown")) {
      try (Side side = Side.open(site, store -> engine(store, retention))) {
        works.forEach(work -> work.on(side.engine()));
      }
      site.compact();
      return site.bytes();
    }
  }

  /** A store that may not tell that it could keep former states. */
  private static final class Masked extends ForwardingStore {

    private final boolean isMasked;

    Masked(MemoryStore store, boolean isMasked) {
      super(store);
      this.isMasked = isMasked;
    }

    @Override
    public Optional<History> history() {
      return isMasked ? Optional.empty() : super.history();
    }
  }
}
