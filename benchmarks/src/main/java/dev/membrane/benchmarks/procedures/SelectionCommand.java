package dev.membrane.benchmarks.procedures;

import com.sun.management.OperatingSystemMXBean;
import dev.membrane.benchmarks.Corpus;
import dev.membrane.benchmarks.TemporaryFolder;
import dev.membrane.benchmarks.Timings;
import dev.membrane.benchmarks.procedures.RecordedRun.RecordedCall;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how long it takes to select a procedure for a task among many runs. */
@Command(
    name = "selection",
    description =
        "Measures how long it takes to select a procedure in a scope where runs of two levels of"
            + " sensitivity are kept; prints a line of JSON.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
public final class SelectionCommand implements Callable<Integer> {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  @Option(names = "--store", defaultValue = "SQLITE", description = "${COMPLETION-CANDIDATES}.")
  private Store kind = Store.SQLITE;

  @Option(names = "--sets", defaultValue = "64", description = "Sets of tools of each level.")
  private int sets;

  @Option(names = "--runs", defaultValue = "32", description = "Runs of each set of tools.")
  private int runs;

  @Option(names = "--words", defaultValue = "150", description = "Words of the task of a run.")
  private int words;

  @Option(names = "--asked", defaultValue = "60", description = "Words of a question.")
  private int asked;

  @Option(names = "--questions", defaultValue = "500", description = "Questions measured.")
  private int questions;

  @Option(names = "--warm-up", defaultValue = "2000", description = "Questions before these.")
  private int warmUp;

  private final Corpus corpus = new Corpus(1);
  private final SelectionTimer timer = new SelectionTimer();
  private final PrintWriter out;

  /** Where runs are kept. */
  enum Store {
    MEMORY,
    SQLITE;

    private MemoryStore open(Path folder) {
      return this == MEMORY
          ? new InMemoryStore()
          : SqliteStore.open(folder.resolve("selection.db"));
    }
  }

  SelectionCommand(PrintWriter out) {
    this.out = out;
  }

  /** Measures. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    System.exit(commandLine(out).execute(args));
  }

  private static CommandLine commandLine(PrintWriter out) {
    return new CommandLine(new SelectionCommand(out)).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() throws IOException {
    try (TemporaryFolder folder = new TemporaryFolder();
        LearnedProcedures learned = new LearnedProcedures(kind.open(folder.path()), timer)) {
      learned.learn(made("low"), Sensitivity.LOW);
      learned.learn(made("medium"), Sensitivity.MEDIUM);
      ask(learned, warmUp);
      measure(learned);
    }
    return CommandLine.ExitCode.OK;
  }

  private List<RecordedRun> made(String level) {
    List<RecordedRun> made = new ArrayList<>();
    for (int i = 0; i < sets * runs; i++) {
      String number = String.valueOf(i % sets);
      Instant at = Instant.EPOCH.plusSeconds(i);
      List<RecordedCall> calls = new ArrayList<>();
      for (String tool : List.of("find", "change-" + number)) {
        JsonObject none = new JsonObject(Map.of());
        calls.add(new RecordedCall(tool, none, JsonValue.of("ok"), at, List.of()));
      }
      made.add(new RecordedRun(level + i, number, true, List.of(corpus.words(words)), calls));
    }
    return made;
  }

  private int ask(LearnedProcedures learned, int times) {
    int selected = 0;
    for (int i = 0; i < times; i++) {
      selected += learned.first(corpus.words(asked)).id().isEmpty() ? 0 : 1;
    }
    return selected;
  }

  private void measure(LearnedProcedures learned) {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long[] nanos = new long[questions];
    long[] selecting = new long[questions];
    int selected = 0;
    timer.taken();
    long processor = system.getProcessCpuTime();
    long begin = System.nanoTime();
    for (int i = 0; i < questions; i++) {
      long asking = System.nanoTime();
      selected += ask(learned, 1);
      nanos[i] = System.nanoTime() - asking;
      selecting[i] = timer.taken();
    }
    double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
    processor = system.getProcessCpuTime() - processor;
    Timings timings = sorted(nanos, seconds);
    Timings selection = sorted(selecting, seconds);
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("store", kind.name());
    line.put("runs", 2 * sets * runs);
    line.put("selected", selected);
    line.put("p50_ms", timings.percentile(0.5));
    line.put("p95_ms", timings.percentile(0.95));
    line.put("processor_ms", processor / NANOS_PER_MILLI / questions);
    line.put("selection_processor_p50_ms", selection.percentile(0.5));
    line.put("selection_processor_p95_ms", selection.percentile(0.95));
    out.println(new RecordCodec().write(JsonValue.of(line)));
  }

  private static Timings sorted(long[] nanos, double seconds) {
    Arrays.sort(nanos);
    return new Timings(nanos, seconds);
  }
}
