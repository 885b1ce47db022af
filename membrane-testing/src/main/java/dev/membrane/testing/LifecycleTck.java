package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Whatever is done when, however often memory is swept or opened anew, and however many engines
 * work on one store: salience is what the closed form says, records end when their retention does,
 * and nothing but calls and ends is written or logged.
 *
 * <p>Random tests print their seed; {@code -Dmembrane.seed=<seed>} repeats a run.
 */
public abstract class LifecycleTck {

  private static final int MAX_LENGTH = 60;

  /** For subclasses. */
  protected LifecycleTck() {}

  /** Opens a new store that holds nothing. Called for each sequence, which also closes it. */
  protected abstract MemoryStore openStore();

  /** How many sequences to play. */
  protected int tries() {
    return 100;
  }

  @Test
  void any_schedule_of_sweeps_restarts_and_engines_gives_the_closed_form(TestInfo test) {
    new Schedule(this::openStore, RandomSteps::new).run(test, tries(), MAX_LENGTH);
  }

  private static final class RandomSteps implements Schedule.Play {

    private final ComparedMemories shop;

    RandomSteps(MemoryStore store) {
      this.shop = new ComparedMemories(store);
    }

    @Override
    public void step(long number) {
      RandomChoices dice = RandomChoices.of(number);
      shop.turnTo(dice.below(ComparedMemories.ENGINES));
      pass(dice);
      move(dice);
      shop.turnTo(dice.below(ComparedMemories.ENGINES));
      new OracleComparison(shop).everything();
    }

    private void move(RandomChoices dice) {
      RandomCalls moves = new RandomCalls(shop, dice, TrustedCaller.OWNER);
      switch (dice.below(20)) {
        case 0, 1, 2, 3 -> moves.ingest();
        case 4, 5 -> moves.event();
        case 6 -> moves.outcome();
        case 7, 8 -> moves.reinforce();
        case 9 -> moves.penalize();
        case 10 -> moves.supersede();
        case 11 -> moves.fork();
        case 12 -> moves.merge();
        case 13 -> moves.retract();
        case 14 -> moves.contest();
        case 15 -> moves.delete();
        case 16 -> restart(dice);
        default -> sweep(dice);
      }
    }

    private void pass(RandomChoices dice) {
      Duration step =
          switch (dice.below(10)) {
            case 0 -> Duration.ofNanos(1_000L * dice.below(5));
            case 1 -> Duration.ofSeconds(dice.below(5_000));
            case 2 -> Duration.ofDays(dice.below(40));
            case 3 -> Duration.ofDays(dice.below(1_200));
            case 4 -> Duration.ofNanos(-1_000L * dice.below(2_000_000_000));
            case 5 -> Duration.ofDays(-dice.below(dice.oneIn(5) ? 800 : 10));
            case 6 -> untilSomethingEnds(dice);
            default -> Duration.ZERO;
          };
      shop.bench.clock.pass(step);
    }

    /** Right before, at, or right after an instant that decides about a record. */
    private Duration untilSomethingEnds(RandomChoices dice) {
      List<OracleRecord> living = shop.oracle.living();
      if (living.isEmpty()) {
        return Duration.ZERO;
      }
      OracleRecord item = dice.of(living);
      Long maxAge = item.fading.maxAge();
      Instant forgotten = item.forgottenAt();
      Instant end = item.keptUntil();
      if (maxAge != null && maxAge < 1_000_000_000L && dice.oneIn(2)) {
        end = item.createdAt.plusSeconds(maxAge);
      } else if (forgotten != null && dice.oneIn(2)) {
        end = forgotten.plusMillis(dice.of(-5, 5));
      }
      Instant when = end.plusNanos(1_000L * (dice.below(3) - 1));
      return when.isBefore(shop.now().plus(Duration.ofDays(36_500)))
          ? Duration.between(shop.now(), when)
          : Duration.ZERO;
    }

    private void restart(RandomChoices dice) {
      int engine = dice.below(ComparedMemories.ENGINES);
      shop.tell("restart of " + engine);
      shop.bench.restart(engine);
    }

    private void sweep(RandomChoices dice) {
      boolean isJob = dice.oneIn(15);
      if (isJob) {
        shop.bench.openOnce();
      }
      int commits = shop.bench.store.commits();
      int due = shop.oracle.swept(shop.now());
      shop.tell((isJob ? "job that finds " : "sweep that finds ") + due);
      if (isJob) {
        shop.bench.sweepByJob();
      } else {
        assertThat(shop.bench.sweep()).as("records deleted").isEqualTo(due);
      }
      assertThat(shop.bench.store.commits() - commits)
          .as("commits of the sweep")
          .isEqualTo(due == 0 ? 0 : 1);
    }

    @Override
    public void end() {
      assertThat(shop.bench.verify().broken()).isNull();
    }

    @Override
    public List<String> story() {
      return shop.story;
    }

    @Override
    public void close() {
      shop.close();
    }
  }
}
