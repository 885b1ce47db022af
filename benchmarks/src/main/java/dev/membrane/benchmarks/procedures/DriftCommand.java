package dev.membrane.benchmarks.procedures;

import dev.membrane.benchmarks.procedures.DriftingWorld.Task;
import dev.membrane.benchmarks.relevance.Interval;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what it costs to learn which procedure works while that changes. */
@Command(
    name = "drift",
    description =
        "Measures the regret of choosing what Membrane selects, and of Thompson sampling, when the"
            + " success of procedures is drawn anew from time to time; prints a line of JSON.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
public final class DriftCommand implements Callable<Integer> {

  @Option(names = "--seeds", defaultValue = "30", description = "How many worlds.")
  private int seeds;

  @Option(names = "--tasks", defaultValue = "2000", description = "How many tasks in each.")
  private int tasks;

  @Option(names = "--procedures", defaultValue = "10", description = "How many to choose from.")
  private int procedures;

  private final PrintWriter out;

  DriftCommand(PrintWriter out) {
    this.out = out;
  }

  /** Measures. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    System.exit(new CommandLine(new DriftCommand(out)).execute(args));
  }

  @Override
  public Integer call() {
    double[] selected = new double[seeds];
    double[] sampled = new double[seeds];
    for (int seed = 0; seed < seeds; seed++) {
      selected[seed] = regret(new ReportedProcedures(procedures), seed);
      sampled[seed] = regret(new ThompsonSampling(procedures, ~seed), seed);
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("worlds", seeds);
    line.put("tasks", tasks);
    line.put("procedures", procedures);
    line.put("selected_regret", Interval.of(selected, 1).members());
    line.put("thompson_regret", Interval.of(sampled, 1).members());
    line.put("ratio", Interval.of(selected, 1).mean() / Interval.of(sampled, 1).mean());
    out.println(new RecordCodec().write(JsonValue.of(line)));
    return CommandLine.ExitCode.OK;
  }

  private double regret(Chooser closed, long seed) {
    try (Chooser chooser = closed) {
      DriftingWorld world = new DriftingWorld(procedures, seed);
      double regret = 0;
      for (int i = 0; i < tasks; i++) {
        Task task = world.next();
        int chosen = chooser.choose();
        chooser.report(chosen, task.succeeds(chosen));
        regret += task.regret(chosen);
      }
      return regret;
    }
  }
}
