package dev.membrane.store.jdbc.internal.figures;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Timestamps;
import dev.membrane.spi.store.Statistics;
import dev.membrane.store.jdbc.internal.row.SalienceColumns;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The figures at an instant, added up block by block. A block of which all points are in the same
 * fifth of salience, and on the same side of their floor, is added as a whole; of others each point
 * is.
 */
final class FigureSum {

  private static final List<Double> BOUNDS = List.of(0.2, 0.4, 0.6, 0.8);
  private static final List<Double> LOG2_BOUNDS =
      BOUNDS.stream().map(SalienceColumns::log2).toList();

  /** More than the rounding of a salience, or of the logarithm of one. */
  private static final double NEAR = 1e-5;

  /** More than the rounding of large logarithms. */
  private static final double ULPS = 8;

  /** Between these logarithms a salience may be 0 or not. */
  private static final double SURELY_NOT_ZERO = -1_000;

  private static final double SURELY_ZERO = -1_100;

  private static final int SHIFT = 64;

  private final Instant instant;
  private final long at;
  private final long dayBefore;
  private final Map<MemoryType, Long> byType = new EnumMap<>(MemoryType.class);
  private final Map<MemoryType, Mean> measures = new EnumMap<>(MemoryType.class);
  private final Mean confidence = new Mean();
  private final Mean salience = new Mean();
  private final long[] bands = new long[BOUNDS.size() + 1];
  private long active;
  private long pinned;
  private long fresh;

  /** Some values. */
  private static final class Mean {
    private long count;
    private double total;

    /** The sum of the large values without some powers of 2, as it may be infinite. */
    private double large;

    void add(long more, double sum) {
      count += more;
      total += sum;
    }

    void addEach(long more, double value) {
      if (value > FigureBlock.LARGE) {
        count += more;
        large += Math.scalb(value, -SHIFT) * more;
      } else {
        add(more, value * more);
      }
    }

    double value() {
      return count == 0
          ? 0
          : Math.min(Double.MAX_VALUE, total / count + Math.scalb(large / count, SHIFT));
    }
  }

  FigureSum(Instant instant) {
    this.instant = instant;
    this.at = Timestamps.toEpochMicros(instant);
    this.dayBefore = Timestamps.toEpochMicros(instant.minus(Duration.ofDays(1)));
  }

  Statistics statistics(Map<AuditAction, Long> audits) {
    byType.values().removeIf(records -> records == 0);
    return new Statistics(
        byType,
        salience.value(),
        confidence.value(),
        Arrays.stream(bands).boxed().toList(),
        active,
        pinned,
        fresh,
        audits,
        mean(MemoryType.COMPETENCE),
        mean(MemoryType.PLAN_GRAPH));
  }

  private double mean(MemoryType type) {
    return measures.getOrDefault(type, new Mean()).value();
  }

  /** What adds the points of a series one by one. */
  FigurePoints.PointVisitor adding(FigureSeries series) {
    return switch (series.kind()) {
      case RECORD ->
          (value, created, records) ->
              addRecords(series, records, value * records, created >= dayBefore && created <= at);
      case MEASURE -> (value, none, records) -> addMeasures(series, records, value * records);
      default -> {
        Lifecycle lifecycle = series.lifecycle();
        yield (value, anchored, records) -> {
          double now = lifecycle.salienceAt(value, Timestamps.ofEpochMicros(anchored), instant);
          salience.addEach(records, now);
          count(series, records, now);
        };
      }
    };
  }

  /** Adds a block as a whole; answers whether that was possible. */
  boolean add(FigureBlock block) {
    return switch (block.series().kind()) {
      case RECORD -> addCreated(block);
      case MEASURE -> {
        addMeasures(block.series(), block.records(), block.total());
        yield true;
      }
      case PINNED, STILL -> addStill(block);
      case EXPONENTIAL -> addExponential(block);
      case LINEAR -> addLinear(block);
    };
  }

  private boolean addCreated(FigureBlock block) {
    boolean isFresh = block.leastAt() >= dayBefore && block.mostAt() <= at;
    boolean isOther = block.mostAt() < dayBefore || block.leastAt() > at;
    if (isFresh || isOther) {
      addRecords(block.series(), block.records(), block.total(), isFresh);
    }
    return isFresh || isOther;
  }

  private boolean addStill(FigureBlock block) {
    double least = block.leastValue();
    double most = block.mostValue();
    boolean isWhole =
        band(least) == band(most) && (least > 0 || most == 0) && most <= FigureBlock.LARGE;
    if (isWhole) {
      addSaliences(block.series(), block.records(), most, block.total());
    }
    return isWhole;
  }

  private boolean addExponential(FigureBlock block) {
    FigureSeries series = block.series();
    double passed = SalienceColumns.halfLives(at, series.halfLife());
    double least = block.first().place() - passed;
    double most = block.lastPlace() - passed;
    double floor = SalienceColumns.log2(series.floor());
    double near = NEAR + ULPS * Math.ulp(passed);
    boolean isSplit =
        isBetween(floor, least - near, most + near)
            || LOG2_BOUNDS.stream().anyMatch(bound -> isBetween(bound, least - near, most + near))
            || (most > SURELY_ZERO && least < SURELY_NOT_ZERO);
    if (isSplit || isBeyond(block)) {
      return false;
    }
    if (most < floor) {
      addAtFloor(block);
    } else {
      double halfLives = SalienceColumns.halfLives(at - block.mostAt(), series.halfLife());
      double share = StrictMath.pow(2, -halfLives);
      addSaliences(series, block.records(), StrictMath.pow(2, most), block.decayed() * share);
    }
    return true;
  }

  private boolean addLinear(FigureBlock block) {
    FigureSeries series = block.series();
    double least = block.leastValue() * linear(series, block.leastAt());
    double most = block.mostValue() * linear(series, block.mostAt());
    boolean isAtFloor = most == 0 || most < series.floor() - NEAR;
    boolean isSplit =
        (!isAtFloor && least < series.floor() + NEAR)
            || BOUNDS.stream().anyMatch(bound -> isBetween(bound, least - NEAR, most + NEAR));
    if (isSplit || isBeyond(block)) {
      return false;
    }
    if (isAtFloor) {
      addAtFloor(block);
    } else {
      double share = 1 - SalienceColumns.halfLives(at - block.mostAt(), series.halfLife()) / 2;
      addSaliences(series, block.records(), most, block.total() * share - block.decayed());
    }
    return true;
  }

  private double linear(FigureSeries series, long anchored) {
    return Math.max(0, 1 - SalienceColumns.halfLives(at - anchored, series.halfLife()) / 2);
  }

  private static boolean isBetween(double bound, double least, double most) {
    return least <= bound && bound <= most;
  }

  /** Whether an anchor is yet to come, or one value makes sums infinite. */
  private boolean isBeyond(FigureBlock block) {
    return block.mostAt() > at || block.mostValue() > FigureBlock.LARGE;
  }

  private void addAtFloor(FigureBlock block) {
    double floor = block.series().floor();
    addSaliences(block.series(), block.records(), floor, floor * block.records());
  }

  private void addRecords(FigureSeries series, long records, double sum, boolean isFresh) {
    byType.merge(MemoryType.of("type", series.type()), records, Long::sum);
    confidence.add(records, sum);
    fresh += isFresh ? records : 0;
  }

  private void addMeasures(FigureSeries series, long records, double sum) {
    measures
        .computeIfAbsent(MemoryType.of("type", series.type()), first -> new Mean())
        .add(records, sum);
  }

  private void addSaliences(FigureSeries series, long records, double each, double sum) {
    salience.add(records, sum);
    count(series, records, each);
  }

  private void count(FigureSeries series, long records, double each) {
    bands[band(each)] += records;
    active += each > 0 ? records : 0;
    pinned += series.kind() == FigureSeries.SeriesKind.PINNED ? records : 0;
  }

  private static int band(double salience) {
    int band = 0;
    while (band < BOUNDS.size() && salience >= BOUNDS.get(band)) {
      band++;
    }
    return band;
  }
}
