package dev.membrane.internal.work;

import dev.membrane.JobsReport.LastRun;
import dev.membrane.spi.Observer.WorkOutcome;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** Remembers how the last run of each job and stage ended. Safe for use by many threads. */
public final class JobLog {

  private final InstantSource clock;
  private final Map<String, LastRun> runs = new ConcurrentSkipListMap<>();

  /** An empty log. */
  public JobLog(InstantSource clock) {
    this.clock = clock;
  }

  /** Does work and notes how it ended. */
  public <T> T noting(String name, Supplier<T> work) {
    return noting(name, work, answer -> WorkOutcome.OK);
  }

  /**
   * Does work and notes how it ended.
   *
   * @param result how it ended, by its answer, if it threw nothing
   */
  public <T> T noting(String name, Supplier<T> work, Function<? super T, WorkOutcome> result) {
    long start = System.nanoTime();
    WorkOutcome outcome = WorkOutcome.ERROR;
    try {
      T answer = work.get();
      outcome = result.apply(answer);
      return answer;
    } catch (RuntimeException failure) {
      outcome = WorkOutcome.of(failure);
      throw failure;
    } finally {
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      String word = outcome.name().toLowerCase(Locale.ROOT);
      runs.put(name, new LastRun(name, clock.instant(), took, word));
    }
  }

  /** The last runs, by name. */
  public List<LastRun> all() {
    return List.copyOf(runs.values());
  }
}
