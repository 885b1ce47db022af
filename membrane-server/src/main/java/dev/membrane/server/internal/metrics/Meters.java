package dev.membrane.server.internal.metrics;

import dev.membrane.ClosedException;
import dev.membrane.schema.MembraneException;
import dev.membrane.server.monitoring.ReadyCheck;
import dev.membrane.spi.Observer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times calls and background work, for Prometheus. Every label has few values, and no
 * caller can choose one. Thread-safe.
 */
public final class Meters implements Observer {

  /** From an answer out of memory to a disk that is hardly there any more. */
  private static final List<Duration> BUCKETS =
      LongStream.of(
              500,
              1_000,
              2_500,
              5_000,
              10_000,
              25_000,
              50_000,
              100_000,
              250_000,
              500_000,
              1_000_000,
              2_500_000,
              5_000_000,
              10_000_000,
              60_000_000)
          .mapToObj(micros -> Duration.of(micros, ChronoUnit.MICROS))
          .toList();

  /** What of the work of bundled stages is also counted as the job's, and under which word. */
  private static final Map<String, String> OF_JOB =
      Map.of(
          "episodic-compression compressed", "compressed",
          "semantic created", "semantic_created",
          "llm-extraction created", "triples_created",
          "competence created", "competence_created",
          "generalization created", "competence_created",
          "plan-graph created", "plan_graph_created");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  private final MeterProvider<Timer> calls =
      timer("membrane.rpc", "Calls from outside, by method and status.");
  private final MeterProvider<Timer> stores =
      timer("membrane.store", "What the store was asked, by operation and outcome.");
  private final MeterProvider<Timer> stages =
      timer("membrane.stage", "What stages of the consolidation were asked, by step and outcome.");
  private final MeterProvider<Counter> handledByStages =
      Counter.builder("membrane.stage.handled")
          .description("What stages of the consolidation handled, and how.")
          .withRegistry(registry);
  private final MeterProvider<Timer> models =
      timer("membrane.model", "Requests to models, by task and outcome, repeated ones too.");
  private final MeterProvider<Counter> tokens =
      Counter.builder("membrane.model.tokens")
          .description("Tokens that models have read and written, as they say.")
          .withRegistry(registry);
  private final MeterProvider<Timer> jobs =
      timer("membrane.job", "Runs of background jobs, by outcome.");
  private final MeterProvider<Counter> handled =
      Counter.builder("membrane.job.handled")
          .description("What background jobs handled, and how.")
          .withRegistry(registry);

  private volatile boolean isWriteRefused;

  Meters() {
    List.of(
            new JvmMemoryMetrics(),
            new JvmThreadMetrics(),
            new ProcessorMetrics(),
            new FileDescriptorMetrics(),
            new UptimeMetrics())
        .forEach(about -> about.bindTo(registry));
  }

  private MeterProvider<Timer> timer(String name, String description) {
    return Timer.builder(name)
        .description(description)
        .serviceLevelObjectives(BUCKETS.toArray(Duration[]::new))
        .withRegistry(registry);
  }

  /**
   * Shows how many records wait to be embedded.
   *
   * @param backlog counts them; where it throws, the figure is not a number
   */
  void watchBacklog(LongSupplier backlog) {
    Gauge.builder("membrane.embedding.backlog", backlog, Meters::count)
        .description("Records that wait to be embedded.")
        .strongReference(true)
        .register(registry);
  }

  /** Shows whether memory can serve. */
  void watchReadiness(ReadyCheck ready) {
    Gauge.builder("membrane.ready", ready, Meters::readiness)
        .description("Whether memory can serve calls: 1, or 0 if it cannot.")
        .strongReference(true)
        .register(registry);
  }

  /** A memory that was closed is not one that should serve and cannot. */
  private static double readiness(ReadyCheck ready) {
    return ready
        .obstacle()
        .map(obstacle -> obstacle instanceof ClosedException ? Double.NaN : 0)
        .orElse(1.0);
  }

  /** The last metrics are sent when the memory is closed already. */
  private static double count(LongSupplier counting) {
    try {
      return counting.getAsLong();
    } catch (MembraneException unknown) {
      return Double.NaN;
    }
  }

  /** Where everything is counted. */
  public MeterRegistry registry() {
    return registry;
  }

  /** Everything, in the text format of Prometheus. */
  String scrape() {
    return registry.scrape();
  }

  @Override
  public void call(String method, String status, Duration took) {
    calls.withTags("method", method, "status", status).record(took);
  }

  /** Whether the store could not take the last write, as on a full disk. */
  boolean isWriteRefused() {
    return isWriteRefused;
  }

  @Override
  public void store(String operation, WorkOutcome outcome, Duration took) {
    if (operation.equals("commit")) {
      if (outcome == WorkOutcome.OK) {
        isWriteRefused = false;
      } else if (outcome == WorkOutcome.UNAVAILABLE) {
        isWriteRefused = true;
      }
    }
    stores.withTags("operation", operation, "outcome", word(outcome)).record(took);
  }

  @Override
  public void stage(String stage, String step, WorkOutcome outcome, Duration took) {
    stages.withTags("stage", stage, "step", step, "outcome", word(outcome)).record(took);
  }

  @Override
  public void model(String task, WorkOutcome outcome, Duration took) {
    models.withTags("task", task, "outcome", word(outcome)).record(took);
  }

  @Override
  public void tokens(String task, long read, long written) {
    tokens.withTags("task", task, "what", "read").increment((double) read);
    tokens.withTags("task", task, "what", "written").increment((double) written);
  }

  /** A count that is first seen at 1 would hide the first failure, as no increase is seen. */
  @Override
  public void jobScheduled(String job) {
    for (WorkOutcome outcome : WorkOutcome.values()) {
      var unused = runs(job, outcome);
    }
  }

  @Override
  public void job(String job, WorkOutcome outcome, Duration took) {
    runs(job, outcome).record(took);
  }

  private Timer runs(String job, WorkOutcome outcome) {
    return jobs.withTags("job", job, "outcome", word(outcome));
  }

  @Override
  public void handled(String job, String what, long count) {
    handled.withTags("job", job, "what", what).increment((double) count);
  }

  @Override
  public void handledByStage(String stage, String what, long count) {
    handledByStages.withTags("stage", stage, "what", what).increment((double) count);
    String ofJob = ofJob(stage, what);
    if (ofJob != null) {
      handled("consolidation", ofJob, count);
    }
  }

  private static @Nullable String ofJob(String stage, String what) {
    return switch (what) {
      case "reinforced", "failed" -> what;
      default -> OF_JOB.get(stage + " " + what);
    };
  }

  private static String word(WorkOutcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
