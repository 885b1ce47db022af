package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.tck.Seed;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * What a caller may not see has no influence on what they are told. Each trial makes two memories
 * that differ only in records outside the caller's scopes or two and more levels above, and in the
 * content of records one level above, of which a caller may know the outline; then the caller's
 * calls must be answered alike in both, to the byte.
 *
 * <p>Left out is what tells by its purpose: metrics and chosen ids, which take the right to
 * administer, and the instant at which a sweep takes a record one level above, which follows from
 * what that says of itself, a retraction for one. So is the erasure of a record that the caller has
 * named, or a record of which they know the outline, since its id goes from these records, too.
 *
 * <pre>{@code
 * class AcmeNoninterferenceTest extends NoninterferenceTck {
 *   @Override
 *   protected MemoryStore openStore() {
 *     return new AcmeStore(freshDatabase());
 *   }
 * }
 * }</pre>
 *
 * <p>{@code -Dmembrane.seed=<seed>} repeats a run.
 */
public abstract class NoninterferenceTck {

  /** Of a long run, and of a build that lacks something. */
  private static final int MAX_TRIALS = 2_000;

  /** For subclasses. */
  protected NoninterferenceTck() {}

  /** Opens a new store that holds nothing. Called several times; the test closes what it opens. */
  protected abstract MemoryStore openStore();

  /** How the engine is reached: what is called, which also closes it. The engine unless said. */
  protected Membrane reached(Membrane engine) {
    return engine;
  }

  /**
   * How many trials there are in a build, by default 200; in a long run at least 2,000. A tenth of
   * them follows again and again, if there are at least a hundred and up to some 2,000, while a
   * kind of call has had no answer but errors, or a signal of relevance has decided nothing.
   */
  protected int trials() {
    return 200;
  }

  @Test
  final void what_a_caller_may_not_see_changes_no_answer(TestInfo test) {
    long seed = Seed.number(test);
    long start = System.nanoTime();
    Noninterference property = new Noninterference(this::openStore, this::reached);
    Optional<AnswerDifference> found = run(property, seed);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    System.out.println("noninterference: %s ms\n%s".formatted(took.toMillis(), property.tally()));
    assertThat(found.map(AnswerDifference::toString)).as("a difference").isEmpty();
    assertThatSomethingWasTried(property);
  }

  private int count() {
    return LongRun.of(trials(), MAX_TRIALS);
  }

  private Optional<AnswerDifference> run(Noninterference property, long seed) {
    int trials = count();
    Optional<AnswerDifference> found = property.run(seed, trials);
    int more = Math.max(trials / 10, 1);
    for (int done = trials; done < MAX_TRIALS && isShort(property, found); done += more) {
      found = property.run(seed + done, more);
    }
    return found;
  }

  private boolean isShort(Noninterference property, Optional<AnswerDifference> found) {
    TrialCounts tally = property.tally();
    boolean lacksCalls =
        Arrays.stream(Calls.ViewerCall.values()).anyMatch(kind -> tally.answered(kind.name()) == 0);
    return found.isEmpty() && areEnough() && (lacksCalls || !silent(property).isEmpty());
  }

  /** Whether every kind of call and signal is to be seen. */
  private boolean areEnough() {
    return count() >= TrialCounts.ENOUGH;
  }

  private Set<FiredSignal> silent(Noninterference property) {
    return property.tally().silent(property.embeds(), count());
  }

  private void assertThatSomethingWasTried(Noninterference property) {
    TrialCounts tally = property.tally();
    assertThat(tally.records()).as("records shown").isPositive();
    // Of few trials, chance alone may have made these less.
    if (areEnough()) {
      assertThat(tally.secretShare()).as("searches for hidden words").isGreaterThan(1.0 / 3);
      assertThat(tally.secretTrialShare()).as("trials with such").isGreaterThan(1.0 / 3);
      assertThat(tally.records()).as("records shown").isGreaterThan(trials());
      assertThat(tally.redacted()).as("outlines shown").isGreaterThan(trials() / 10);
      for (Calls.ViewerCall kind : Calls.ViewerCall.values()) {
        assertThat(tally.answered(kind.name())).as("answers to %s", kind).isPositive();
      }
    }
    assertThat(silent(property)).as("signals that decided nothing").isEmpty();
  }
}
