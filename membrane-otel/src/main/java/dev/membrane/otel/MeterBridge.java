package dev.membrane.otel;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.metrics.export.MetricProducer;
import io.opentelemetry.sdk.resources.Resource;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads what was counted already, whenever metrics are sent, so that nothing is counted twice. A
 * metric has the name that Micrometer has for it. A unit of UCUM is sent as the unit; any other is
 * part of the name. So a metric has one name in Prometheus, whichever way it came. Thread-safe.
 */
final class MeterBridge implements MetricProducer {

  private static final InstrumentationScopeInfo SCOPE =
      InstrumentationScopeInfo.create("dev.membrane");

  private final InstantSource clock;
  private final long begin;
  private volatile @Nullable MeterRegistry measured;

  MeterBridge(InstantSource clock) {
    this.clock = clock;
    this.begin = now();
  }

  /** Reads this from now on. */
  void read(MeterRegistry registry) {
    measured = registry;
  }

  private long now() {
    return TimeUnit.MILLISECONDS.toNanos(clock.millis());
  }

  @Override
  public Collection<MetricData> produce(Resource resource) {
    MeterRegistry registry = measured;
    if (registry == null) {
      return List.of();
    }
    Map<String, List<Meter>> byName = new LinkedHashMap<>();
    registry
        .getMeters()
        .forEach(
            meter ->
                byName
                    .computeIfAbsent(meter.getId().getName(), name -> new ArrayList<>())
                    .add(meter));
    long now = now();
    return byName.values().stream().map(meters -> metric(resource, meters, now)).toList();
  }

  /** A metric as the SDK has them. */
  private record Metric(
      Resource getResource,
      InstrumentationScopeInfo getInstrumentationScopeInfo,
      String getName,
      String getDescription,
      String getUnit,
      MetricDataType getType,
      Data<?> getData)
      implements MetricData {}

  private MetricData metric(Resource resource, List<Meter> meters, long now) {
    Meter.Id id = meters.get(0).getId();
    Meter first = meters.get(0);
    String name = name(id);
    String description = id.getDescription() == null ? "" : id.getDescription();
    String unit = first instanceof Timer ? "s" : unit(id.getBaseUnit());
    MetricDataType type = typeOf(first);
    return new Metric(resource, SCOPE, name, description, unit, type, data(type, meters, now));
  }

  private static MetricDataType typeOf(Meter meter) {
    if (meter instanceof Timer) {
      return MetricDataType.HISTOGRAM;
    }
    return meter instanceof Counter || meter instanceof FunctionCounter
        ? MetricDataType.DOUBLE_SUM
        : MetricDataType.DOUBLE_GAUGE;
  }

  private Data<?> data(MetricDataType type, List<Meter> meters, long now) {
    if (type == MetricDataType.HISTOGRAM) {
      return HistogramData.create(
          AggregationTemporality.CUMULATIVE,
          meters.stream().map(meter -> histogram((Timer) meter, now)).toList());
    }
    List<DoublePointData> points = meters.stream().map(meter -> point(meter, now)).toList();
    return type == MetricDataType.DOUBLE_SUM
        ? SumData.createDoubleSumData(true, AggregationTemporality.CUMULATIVE, points)
        : GaugeData.createDoubleGaugeData(points);
  }

  /** A unit that is no unit of UCUM is part of the name, since no receiver adds it. */
  private static String name(Meter.Id id) {
    String counted = id.getBaseUnit();
    String name = id.getName();
    return counted == null || !unit(counted).isEmpty() || name.endsWith(counted)
        ? name
        : name + "." + counted;
  }

  /**
   * What Micrometer writes as words, UCUM has signs for. Things that are counted have no unit:
   * Prometheus would call a gauge with the unit 1 a ratio.
   */
  private static String unit(@Nullable String unit) {
    if (unit == null) {
      return "";
    }
    return switch (unit) {
      case "bytes" -> "By";
      case "seconds" -> "s";
      case "milliseconds" -> "ms";
      default -> "";
    };
  }

  private DoublePointData point(Meter meter, long now) {
    double value = Double.NaN;
    for (var measurement : meter.measure()) {
      Statistic what = measurement.getStatistic();
      if (what == Statistic.COUNT || what == Statistic.VALUE || what == Statistic.TOTAL) {
        value = measurement.getValue();
      }
    }
    return DoublePointData.create(begin, now, attributes(meter), value, List.of());
  }

  /** Its buckets count what they and those below hold; here each counts its own. */
  private HistogramPointData histogram(Timer timer, long now) {
    HistogramSnapshot snapshot = timer.takeSnapshot();
    List<Double> bounds = new ArrayList<>();
    List<Long> counts = new ArrayList<>();
    long below = 0;
    for (CountAtBucket bucket : snapshot.histogramCounts()) {
      double seconds = bucket.bucket(TimeUnit.SECONDS);
      if (Double.isInfinite(seconds)) {
        continue;
      }
      long upTo = (long) bucket.count();
      bounds.add(seconds);
      counts.add(upTo - below);
      below = upTo;
    }
    counts.add(Math.max(0, snapshot.count() - below));
    return HistogramPointData.create(
        begin,
        now,
        attributes(timer),
        snapshot.total(TimeUnit.SECONDS),
        false,
        0,
        false,
        0,
        bounds,
        counts);
  }

  private static Attributes attributes(Meter meter) {
    AttributesBuilder attributes = Attributes.builder();
    for (Tag tag : meter.getId().getTags()) {
      attributes.put(label(tag.getKey()), tag.getValue());
    }
    return attributes.build();
  }

  /**
   * Prometheus has a label {@code job} of its own. Where it scrapes, it renames ours; where it
   * takes OTLP, it would overwrite it, and several jobs would become one.
   */
  private static String label(String key) {
    return key.equals("job") ? "exported_job" : key;
  }
}
