package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.Embedder;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.tck.Seed;
import dev.membrane.testing.fixture.WordHashes;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Two stores give the same answers in the same order. Each trial lets random calls of the engine
 * happen over both, with one clock and the same ids, and compares every answer to the byte, and in
 * the end all that is stored.
 *
 * <p>{@code -Dmembrane.seed=<seed>} repeats a run.
 */
public abstract class DifferentialTck {

  /** Opening a store costs more than emptying it. */
  private static final int TRIALS_PER_STORE = 50;

  /** Of a long run, and of a build that lacks something. */
  private static final int MAX_TRIALS = 2_000;

  private final TrialCounts tally = new TrialCounts();
  private boolean embeds;

  /** For subclasses. */
  protected DifferentialTck() {}

  /** Opens a new store that holds nothing. Called several times; the test closes what it opens. */
  protected abstract MemoryStore openStore();

  /** As {@link #openStore}, for the store that is compared with. */
  protected abstract MemoryStore openOther();

  /**
   * How many trials there are in a build, by default 100; in a long run at least 2,000. As many
   * follow, up to some 2,000, while a signal of relevance has decided nothing.
   */
  protected int trials() {
    return 100;
  }

  @Test
  final void both_stores_give_the_same_answers_in_the_same_order(TestInfo test) {
    long seed = Seed.number(test);
    int trials = LongRun.of(trials(), MAX_TRIALS);
    int done = 0;
    while (done < trials || (done < MAX_TRIALS && !tally.silent(embeds, trials).isEmpty())) {
      int more = Math.min(Math.max(trials - done, trials()), TRIALS_PER_STORE);
      run(seed + done, more);
      done += more;
    }
    System.out.println(tally);
    assertThat(tally.silent(embeds, trials)).as("signals that decided nothing").isEmpty();
    assertThat(tally.records()).as("records shown").isPositive();
  }

  private void run(long firstSeed, int trials) {
    MemoryStore one = openStore();
    MemoryStore other = openOther();
    embeds = one.vectors().isPresent() && other.vectors().isPresent();
    Embedder embedder = embeds ? new WordHashes() : null;
    try (World a = new World(one, embedder, engine -> engine);
        World b = new World(other, embedder, engine -> engine)) {
      IntStream.range(0, trials)
          .mapToObj(trial -> new Planner(firstSeed + trial).plan())
          .forEach(plan -> compare(plan, a, b));
    }
  }

  private void compare(Plan plan, World a, World b) {
    tally.add(plan);
    for (TrialStep step : plan.steps()) {
      Answer inA = answer(plan, step, a);
      Answer inB = answer(plan, step, b);
      assertThat(inA.toString())
          .as("seed %s: %s after %s", plan.seed(), step, plan.steps())
          .isEqualTo(inB.toString());
      tally.add(step, inA);
    }
    List<StoredRecord> records = a.records();
    assertThat(records).as("seed %s: records", plan.seed()).isEqualTo(b.records());
    assertThat(a.issued()).as("seed %s: ids", plan.seed()).isEqualTo(b.issued());
    for (String id : a.issued()) {
      assertThat(a.store().auditLog(id)).as("audit of %s", id).isEqualTo(b.store().auditLog(id));
    }
    a.erase();
    b.erase();
  }

  /** What happens in one world only for others happens in both here. */
  private static Answer answer(Plan plan, TrialStep step, World world) {
    WorldAction action = step.inA() == null ? step.inB() : step.inA();
    world.enter(plan.seed(), step);
    return Answer.to(action == null ? nothing -> null : action, world);
  }
}
