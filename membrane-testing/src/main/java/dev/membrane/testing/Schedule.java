package dev.membrane.testing;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.tck.Seed;
import dev.membrane.tck.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInfo;

/**
 * Plays random sequences of steps, each on a fresh store. A step is a number from which everything
 * about it follows, so that steps can be left out: of a sequence that fails as many as possible
 * are, until it is short enough to be read.
 */
final class Schedule {

  private static final String TRIES = "membrane.tck.tries";
  private static final int MAX_REPLAYS = 300;

  /** One sequence at work. */
  interface Play extends AutoCloseable {

    /** Takes a step, and checks everything. */
    void step(long number);

    /** Checks what can only be checked, or need only be, after the last step. */
    void end();

    /** What was done so far, in words. */
    List<String> story();

    @Override
    void close();
  }

  private record ScheduleFailure(Throwable cause, List<String> story) {}

  private final Supplier<MemoryStore> stores;
  private final Function<MemoryStore, Play> plays;
  private int replays;

  Schedule(Supplier<MemoryStore> stores, Function<MemoryStore, Play> plays) {
    this.stores = stores;
    this.plays = plays;
  }

  /**
   * Plays sequences.
   *
   * @param usual how many; {@link Trials} multiplies them, unless {@code -Dmembrane.tck.tries} says
   *     otherwise
   * @param longest the most steps of one
   */
  void run(TestInfo test, int usual, int longest) {
    Random random = Seed.of(test);
    int tries = Integer.getInteger(TRIES, Trials.of(usual));
    long taken = 0;
    for (int tried = 0; tried < tries; tried++) {
      List<Long> steps = random.longs(1 + random.nextInt(longest)).boxed().toList();
      ScheduleFailure failure = play(steps);
      if (failure != null) {
        throw error(tried, shortest(steps, failure));
      }
      taken += steps.size();
    }
    String name = test.getDisplayName();
    System.out.println("%s: %s sequences of %s steps".formatted(name, tries, taken));
  }

  private @Nullable ScheduleFailure play(List<Long> steps) {
    try (Play play = plays.apply(stores.get())) {
      try {
        steps.forEach(play::step);
        play.end();
        return null;
      } catch (AssertionError | RuntimeException failure) {
        // An engine may fail in any way; which steps it needs for that is what is looked for.
        return new ScheduleFailure(failure, List.copyOf(play.story()));
      }
    }
  }

  /** Leaves out ever smaller parts of a sequence while it still fails. */
  private ScheduleFailure shortest(List<Long> failing, ScheduleFailure failure) {
    List<Long> steps = failing;
    ScheduleFailure last = failure;
    for (int part = (steps.size() + 1) / 2; part >= 1; part = part == 1 ? 0 : (part + 1) / 2) {
      for (int from = 0; from < steps.size() && replays < MAX_REPLAYS; ) {
        List<Long> fewer = without(steps, from, part);
        ScheduleFailure again = play(fewer);
        replays++;
        if (again == null) {
          from += part;
        } else {
          steps = fewer;
          last = again;
        }
      }
    }
    return last;
  }

  private static List<Long> without(List<Long> steps, int from, int count) {
    List<Long> fewer = new ArrayList<>(steps);
    fewer.subList(from, Math.min(from + count, fewer.size())).clear();
    return fewer;
  }

  private static AssertionError error(int tried, ScheduleFailure failure) {
    String story = String.join(System.lineSeparator(), failure.story());
    return new AssertionError(
        "sequence %s fails:%n%s%n%s".formatted(tried, story, failure.cause()), failure.cause());
  }
}
