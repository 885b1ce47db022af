package dev.membrane.benchmarks;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Two engines that do the same work in turns, the one first in every other turn. Where other work
 * shares the machine, the time of the processors says more than that of the clock.
 *
 * @param records that each has before
 */
record SideBySide(BenchmarkRun bench, Side one, Side other, long records) {

  /** What of a spell is compared. */
  enum PairMeasure {
    RATE("per_second"),
    P95("p95_ms");

    private final String unit;

    PairMeasure(String unit) {
      this.unit = unit;
    }

    double of(Timings timings) {
      return this == RATE ? timings.rate() : timings.percentile(0.95);
    }
  }

  private record PairOfSides(Spell one, Spell other) {}

  /**
   * The ratio of the one to the other.
   *
   * @param works makes the work of each turn, which both do
   */
  Figure ratio(String name, int callers, PairMeasure measure, Supplier<Work> works)
      throws SQLException {
    bench.settings().warmUp().of(() -> turn(works.get(), true));
    List<PairOfSides> pairs = new ArrayList<>();
    for (int turn = 0; turn < bench.settings().turns(); turn++) {
      pairs.add(turn(works.get(), turn % 2 == 0));
    }
    PairedMedians processor = turns(pairs, Spell::processor);
    return Figure.of("ratio: " + name, one.site(), Side.LAYOUT, records, "in process", callers)
        .with(turns(pairs, spell -> measure.of(spell.timings())), measure.unit)
        .with("processor_us", processor.one())
        .with("other_processor_us", processor.other())
        .with("processor_ratio", processor.ratio());
  }

  private PairOfSides turn(Work work, boolean isOneFirst) {
    if (isOneFirst) {
      Spell ofOne = Spell.of(work, one.engine());
      return new PairOfSides(ofOne, Spell.of(work, other.engine()));
    }
    Spell ofOther = Spell.of(work, other.engine());
    return new PairOfSides(Spell.of(work, one.engine()), ofOther);
  }

  private static PairedMedians turns(List<PairOfSides> pairs, ToDoubleFunction<Spell> of) {
    return PairedMedians.of(
        pairs.stream().map(pair -> of.applyAsDouble(pair.one())).toList(),
        pairs.stream().map(pair -> of.applyAsDouble(pair.other())).toList());
  }
}
