package dev.membrane.benchmarks;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.Lifecycle;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Live salience, which is computed for every candidate of every search. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DecayBenchmark {

  private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant NOW = Instant.parse("2026-01-09T12:34:56.789012Z");

  /** The curve. */
  @Param({"EXPONENTIAL", "LINEAR"})
  public DecayCurve curve = DecayCurve.EXPONENTIAL;

  /** As a value. */
  @Benchmark
  public double salienceAt() {
    return lifecycle().salienceAt(0.75, THEN, NOW);
  }

  /** As a binary logarithm, by which saliences are compared. */
  @Benchmark
  public double log2SalienceAt() {
    return lifecycle().log2SalienceAt(0.75, THEN, NOW);
  }

  private Lifecycle lifecycle() {
    DecayProfile decay = new DecayProfile(curve, 2_592_000, null, null, null);
    return new Lifecycle(decay, THEN, false, DeletionPolicy.AUTO_PRUNE);
  }
}
