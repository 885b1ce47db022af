package dev.membrane.benchmarks;

import dev.membrane.IngestOptions;
import dev.membrane.OutcomeRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.internal.audit.AuditChain;
import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.Retention;
import dev.membrane.internal.decay.Pruning;
import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.OutcomeStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Background work: a sweep with nothing to do, and learning from new episodes. */
final class JobFigures {

  private static final int WRITERS = 32;

  private final BenchmarkRun bench;

  JobFigures(BenchmarkRun bench) {
    this.bench = bench;
  }

  void measure() {
    for (long records : bench.settings().records()) {
      BenchmarkStore loaded = bench.loaded(Layout.ONE_SCOPE, records);
      sweep(loaded);
      consolidation(loaded);
    }
  }

  private void sweep(BenchmarkStore loaded) {
    Pruning pruning =
        new Pruning(loaded.store(), changes(), Retention.DEFAULTS, new LearnedKeys(List.of()));
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    int pruned = pruning.run(now);
    Timings timings = bench.warm(1, (caller, n) -> pruning.run(now));
    bench.add(
        Figure.of("idle sweep", loaded, "in process", 1).with(timings).with("pruned", pruned));
  }

  private static RecordChanges changes() {
    return new RecordChanges(
        new RecordText(new TextAnalyzer()), new AuditChain(() -> "unused"), Retention.DEFAULTS);
  }

  private void consolidation(BenchmarkStore loaded) {
    int episodes = bench.settings().episodes();
    loaded.engine().maintenance().consolidate();
    ingestEpisodes(loaded, episodes);
    long start = System.nanoTime();
    var learned = loaded.engine().maintenance().consolidate();
    double seconds = (System.nanoTime() - start) / 1e9;
    bench.add(
        Figure.of("consolidation", loaded, "in process", 1)
            .with("episodes", episodes)
            .with("seconds", seconds)
            .with("seconds_per_1000_episodes", 1_000 * seconds / episodes)
            .with("learned", learned.total().created()));
  }

  private static void ingestEpisodes(BenchmarkStore loaded, int episodes) {
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    for (int i = 0; i < episodes; i++) {
      int n = i;
      writers.execute(() -> ingestEpisode(loaded, n));
    }
    writers.shutdown();
    try {
      if (!writers.awaitTermination(10, TimeUnit.MINUTES)) {
        throw new IllegalStateException("the episodes could not be written in ten minutes");
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring", stop);
    }
  }

  private static void ingestEpisode(BenchmarkStore loaded, int n) {
    Corpus corpus = new Corpus(n);
    JsonObject arguments = new JsonObject(Map.of("path", new JsonString(corpus.words(1))));
    String run = "run-" + System.nanoTime() + "-" + n;
    IngestOptions options = IngestOptions.NONE.scope("episodes:" + n % 8).episode(run);
    String id = "";
    for (String tool : List.of("read_" + n % 20, "edit_" + n % 20, "test")) {
      id =
          loaded
              .engine()
              .ingestion()
              .toolOutput(
                  ToolOutputRequest.builder()
                      .source("load")
                      .toolName(tool)
                      .args(arguments)
                      .result(new JsonString("done"))
                      .options(options)
                      .build())
              .id();
    }
    OutcomeStatus status = n % 10 == 0 ? OutcomeStatus.FAILURE : OutcomeStatus.SUCCESS;
    loaded.engine().ingestion().outcome(OutcomeRequest.of("load", id, status));
  }
}
