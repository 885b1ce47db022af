package dev.membrane.benchmarks;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What all figures of one run share: the stores, the settings, and where lines go. */
final class BenchmarkRun implements AutoCloseable {

  /** Records of the largest store that is spread over many scopes. */
  static final long MAX_SPREAD = 100_000;

  private final RunSettings settings;
  private final PrintWriter out;
  private final PrintWriter progress;
  private final List<Bound> bounds = new ArrayList<>();
  private final Map<StoreKey, BenchmarkStore> opened = new HashMap<>();

  /**
   * How long and how often to measure.
   *
   * @param records sizes of stores, ascending
   * @param callers numbers of callers, ascending
   * @param turns how often each side of a ratio is measured
   * @param episodes how many new episodes a consolidation is given
   * @param ingests how many a server is given before its memory is measured
   * @param server the packed server's script; null: the class path of this process
   * @param postgres a database to measure in addition to SQLite; null: none
   */
  record RunSettings(
      Path folder,
      List<Long> records,
      List<Integer> callers,
      JitWarmUp warmUp,
      Duration span,
      int turns,
      int episodes,
      int ingests,
      @Nullable Path server,
      @Nullable String postgres) {}

  private record StoreKey(Layout layout, long records) {}

  BenchmarkRun(RunSettings settings, PrintWriter out, PrintWriter progress) {
    this.settings = settings;
    this.out = out;
    this.progress = progress;
  }

  RunSettings settings() {
    return settings;
  }

  PrintWriter progress() {
    return progress;
  }

  long smallest() {
    return settings.records().get(0);
  }

  long largest() {
    return settings.records().get(settings.records().size() - 1);
  }

  /** The store of a layout and size, loaded when first asked for. */
  BenchmarkStore loaded(Layout layout, long records) {
    return opened.computeIfAbsent(
        new StoreKey(layout, records),
        key -> BenchmarkStore.open(settings.folder(), key.layout(), key.records(), progress));
  }

  /** SQLite, and the PostgreSQL that was named. */
  List<Site.Backend> backends() {
    Site.Backend sqlite = (name, key) -> new SqliteSite(settings.folder(), name, key);
    String database = settings.postgres();
    return database == null
        ? List.of(sqlite)
        : List.of(sqlite, (name, key) -> new PostgresSite(database, name, key));
  }

  /** Loads every store beforehand. */
  void loadAll() {
    for (long records : settings.records()) {
      add(Figure.of("loaded", loaded(Layout.ONE_SCOPE, records), "in process", 2));
      if (records > Layout.SMALL && records <= MAX_SPREAD) {
        add(Figure.of("loaded", loaded(Layout.SCOPES_OF_1000, records), "in process", 2));
      }
    }
  }

  /** Closes a store, so that another process can open it. */
  void release(BenchmarkStore loaded) {
    opened.values().remove(loaded);
    loaded.close();
  }

  void add(Figure figure) {
    bounds.addAll(Bound.of(figure));
    out.println(figure.line());
    out.flush();
  }

  /** All bounds that figures were compared with so far. */
  List<Bound> bounds() {
    return List.copyOf(bounds);
  }

  /** Measures what {@code callers} do, without warming it up. */
  Timings spell(int callers, Callers.MeasuredCall call) {
    return new Callers(callers).during(settings.span(), call);
  }

  /** Measures what {@code callers} do, after they did the same unmeasured. */
  Timings warm(int callers, Callers.MeasuredCall call) {
    settings.warmUp().of(() -> spell(callers, call));
    return spell(callers, call);
  }

  @Override
  public void close() {
    opened.values().forEach(BenchmarkStore::close);
  }
}
