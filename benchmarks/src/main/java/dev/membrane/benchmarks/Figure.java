package dev.membrane.benchmarks;

import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** One measured figure with all that it depends on. Not thread-safe. */
final class Figure {

  private static final MathContext DIGITS = new MathContext(4);

  private final Map<String, Object> members = new LinkedHashMap<>();

  private Figure(String name) {
    members.put("figure", name);
  }

  /** A figure of a store. */
  static Figure of(String name, BenchmarkStore loaded, String door, int callers) {
    return of(name, loaded.layout(), loaded.records(), door, callers)
        .with("count", loaded.count())
        .with("file_bytes", loaded.bytes());
  }

  /** A figure of a store on one of the backends. */
  static Figure of(String name, Site site, Layout layout, long records, String door, int callers)
      throws SQLException {
    return of(name, layout, records, door, callers)
        .with("count", site.count())
        .with("file_bytes", site.bytes())
        .with("backend", site.backend());
  }

  /** A figure of a server with a store of its own. */
  static Figure of(String name, String door, int callers) {
    return new Figure(name).with("door", door).with("callers", callers);
  }

  private static Figure of(String name, Layout layout, long records, String door, int callers) {
    return of(name, door, callers).with("records", records).with("layout", layout.word());
  }

  Figure with(String name, Object value) {
    members.put(name, value instanceof Double number ? rounded(number) : value);
    return this;
  }

  Figure with(Timings timings) {
    return with("calls", timings.calls())
        .with("per_second", timings.rate())
        .with("p50_ms", timings.p50())
        .with("p95_ms", timings.percentile(0.95))
        .with("p99_ms", timings.percentile(0.99));
  }

  /** Both sides of a ratio and their quotient. */
  Figure with(PairedMedians turns, String unit) {
    return with("one", turns.one())
        .with("other", turns.other())
        .with("unit", unit)
        .with("ratio", turns.ratio());
  }

  Figure atLeast(double bound) {
    return with("at_least", bound);
  }

  Figure atMost(double bound) {
    return with("at_most", bound);
  }

  /** What was measured, and on what it depends, by name. */
  Map<String, Object> members() {
    return Collections.unmodifiableMap(members);
  }

  /** The figure and the machine as a line of JSON. */
  String line() {
    Map<String, Object> all = new LinkedHashMap<>(members);
    all.put("cpus", Runtime.getRuntime().availableProcessors());
    all.put("java", Runtime.version().toString());
    all.put("max_heap_bytes", Runtime.getRuntime().maxMemory());
    return new RecordCodec().write(JsonValue.of(all));
  }

  static double rounded(double value) {
    return BigDecimal.valueOf(value).round(DIGITS).doubleValue();
  }
}
