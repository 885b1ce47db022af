package dev.membrane.spring.boot.starter;

import dev.membrane.spi.Observer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Counts and measures what the memory does, under the names that the server uses, in every registry
 * that Spring Boot binds it to. What happens before is not counted. Thread-safe.
 */
final class MembraneMeters implements Observer, MeterBinder {

  private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();
  private final Set<String> jobs = ConcurrentHashMap.newKeySet();

  @Override
  public void bindTo(MeterRegistry registry) {
    registries.add(registry);
    jobs.forEach(job -> beginAtZero(job, registry));
  }

  @Override
  public void store(String operation, WorkOutcome outcome, Duration took) {
    time("membrane.store", took, "operation", operation, "outcome", word(outcome));
  }

  @Override
  public void stage(String stage, String step, WorkOutcome outcome, Duration took) {
    time("membrane.stage", took, "stage", stage, "step", step, "outcome", word(outcome));
  }

  @Override
  public void model(String task, WorkOutcome outcome, Duration took) {
    time("membrane.model", took, "task", task, "outcome", word(outcome));
  }

  @Override
  public void tokens(String task, long read, long written) {
    count("membrane.model.tokens", read, "task", task, "what", "read");
    count("membrane.model.tokens", written, "task", task, "what", "written");
  }

  @Override
  public void jobScheduled(String job) {
    jobs.add(job);
    registries.forEach(registry -> beginAtZero(job, registry));
  }

  /** A count that is first seen at 1 would hide the first failure, as no increase is seen. */
  private static void beginAtZero(String job, MeterRegistry registry) {
    for (WorkOutcome outcome : WorkOutcome.values()) {
      var unused = timer(registry, "membrane.job", "job", job, "outcome", word(outcome));
    }
  }

  @Override
  public void job(String job, WorkOutcome outcome, Duration took) {
    time("membrane.job", took, "job", job, "outcome", word(outcome));
  }

  @Override
  public void handled(String job, String what, long count) {
    count("membrane.job.handled", count, "job", job, "what", what);
  }

  @Override
  public void handledByStage(String stage, String what, long count) {
    count("membrane.stage.handled", count, "stage", stage, "what", what);
  }

  private void time(String name, Duration took, String... tags) {
    registries.forEach(registry -> timer(registry, name, tags).record(took));
  }

  private static Timer timer(MeterRegistry registry, String name, String... tags) {
    return Timer.builder(name).tags(tags).register(registry);
  }

  private void count(String name, long count, String... tags) {
    registries.forEach(
        registry -> Counter.builder(name).tags(tags).register(registry).increment((double) count));
  }

  private static String word(WorkOutcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
