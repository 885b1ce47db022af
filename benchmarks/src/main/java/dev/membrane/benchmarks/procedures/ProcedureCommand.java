package dev.membrane.benchmarks.procedures;

import dev.membrane.benchmarks.procedures.Folds.Fold;
import dev.membrane.benchmarks.procedures.LearnedProcedures.First;
import dev.membrane.benchmarks.relevance.Conversation;
import dev.membrane.benchmarks.relevance.Conversation.ConversationTurn;
import dev.membrane.benchmarks.relevance.DataFiles;
import dev.membrane.benchmarks.relevance.Interval;
import dev.membrane.benchmarks.relevance.PlainBm25;
import dev.membrane.benchmarks.relevance.UnusableDataException;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures whether the first procedure for a task is what solves it. */
@Command(
    name = "procedures",
    description =
        "Measures whether the first procedure that Membrane selects for a task calls what solved it,"
            + " and whether the nearest run and the most common one do; prints lines of JSON.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
public final class ProcedureCommand implements Callable<Integer> {

  private static final int BINS = 5;

  @Option(
      names = "--data",
      required = true,
      description = "A folder of recorded runs, one set in each .jsonl file.")
  private Path data = Path.of("");

  @Option(names = "--seeds", defaultValue = "3", description = "How often tasks are split anew.")
  private int seeds;

  @Option(
      names = "--scores",
      description = "A file for F1 of each task, with which another version can be compared.")
  private @Nullable Path scores;

  @Option(
      names = "--beside",
      description =
          "A file that another version wrote by --scores for the same data and seeds; repeatable.")
  private List<Path> beside = List.of();

  @Spec private @Nullable CommandSpec spec;

  private final PrintWriter out;

  /**
   * How a task was answered.
   *
   * @param confidence that of the engine
   */
  private record AnsweredTask(double learned, double nearest, double common, double confidence) {}

  ProcedureCommand(PrintWriter out) {
    this.out = out;
  }

  /** Measures. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    System.exit(new CommandLine(new ProcedureCommand(out)).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    try {
      if (seeds < 1) {
        throw new UnusableDataException("--seeds must be at least 1");
      }
      measure();
    } catch (UnusableDataException unusable) {
      CommandLine commandLine = spec == null ? new CommandLine(this) : spec.commandLine();
      throw new ParameterException(commandLine, String.valueOf(unusable.getMessage()), unusable);
    }
    return CommandLine.ExitCode.OK;
  }

  private void measure() throws IOException {
    Map<Path, List<Fold>> files = new LinkedHashMap<>();
    DataFiles.in(data, ".jsonl").forEach(file -> files.put(file, folds(file)));
    List<AnsweredTask> all = new ArrayList<>();
    List<Planting> plantings = new ArrayList<>();
    for (Map.Entry<Path, List<Fold>> file : files.entrySet()) {
      List<AnsweredTask> answers = new ArrayList<>();
      for (Fold fold : file.getValue()) {
        answers.addAll(answers(fold));
        plantings.add(Planting.in(fold, mostCommon(successes(fold))));
      }
      print(String.valueOf(file.getKey().getFileName()), answers);
      all.addAll(answers);
    }
    print("all", all);
    print(plantings);
    compare(all.stream().mapToDouble(AnsweredTask::learned).toArray());
  }

  /** Of every seed. Each has successful runs to learn from. */
  private List<Fold> folds(Path file) {
    List<RecordedRun> runs = RunLines.read(file);
    List<Fold> folds = new ArrayList<>();
    for (int seed = 0; seed < seeds; seed++) {
      folds.addAll(Folds.of(runs, seed));
    }
    if (folds.stream().anyMatch(fold -> successes(fold).isEmpty())) {
      throw new UnusableDataException(
          file
              + ": too few tasks with a successful run that called a tool, to learn from some of"
              + " them and ask about the others");
    }
    return folds;
  }

  private static List<AnsweredTask> answers(Fold fold) {
    List<RecordedRun> successes = successes(fold);
    List<ConversationTurn> texts =
        successes.stream()
            .map(run -> new ConversationTurn(run.id(), Instant.EPOCH, "", run.asked()))
            .toList();
    PlainBm25 words = new PlainBm25(new Conversation("", texts, List.of()));
    List<String> common = mostCommon(successes);
    List<AnsweredTask> answers = new ArrayList<>();
    try (LearnedProcedures learned = new LearnedProcedures(fold.learned())) {
      for (RecordedRun task : fold.asked()) {
        First first = learned.first(task.asked());
        answers.add(
            new AnsweredTask(
                Overlap.of(first.tools(), task.tools()),
                Overlap.of(nearest(successes, words, task), task.tools()),
                Overlap.of(common, task.tools()),
                first.confidence()));
      }
    }
    return answers;
  }

  private static List<RecordedRun> successes(Fold fold) {
    return fold.learned().stream().filter(RecordedRun::isSuccess).toList();
  }

  private static List<String> nearest(List<RecordedRun> runs, PlainBm25 words, RecordedRun task) {
    double[] scores = words.scores(task.asked());
    int best = 0;
    for (int i = 1; i < scores.length; i++) {
      best = scores[i] > scores[best] ? i : best;
    }
    return runs.get(best).tools();
  }

  private static List<String> mostCommon(List<RecordedRun> runs) {
    Map<List<String>, Integer> counts = new HashMap<>();
    runs.forEach(run -> counts.merge(run.tools().stream().sorted().toList(), 1, Integer::sum));
    return Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
  }

  private void print(String file, List<AnsweredTask> answers) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("data", file);
    line.put("tasks", answers.size());
    line.put("learned", interval(answers.stream().mapToDouble(AnsweredTask::learned).toArray()));
    line.put("nearest", interval(answers.stream().mapToDouble(AnsweredTask::nearest).toArray()));
    line.put("common", interval(answers.stream().mapToDouble(AnsweredTask::common).toArray()));
    line.put(
        "learned_minus_nearest",
        interval(answers.stream().mapToDouble(it -> it.learned() - it.nearest()).toArray()));
    List<Object> bins = new ArrayList<>();
    double error = 0;
    for (List<AnsweredTask> bin : bins(answers)) {
      double confidence = bin.stream().mapToDouble(AnsweredTask::confidence).average().orElse(0);
      double realised = bin.stream().mapToDouble(AnsweredTask::learned).average().orElse(0);
      error += Math.abs(confidence - realised) * bin.size() / answers.size();
      bins.add(List.of(rounded(confidence), rounded(realised)));
    }
    line.put("confidence_and_f1", bins);
    line.put("calibration_error", rounded(error));
    out.println(new RecordCodec().write(JsonValue.of(line)));
  }

  /** Task by task, with what other versions had. */
  private void compare(double[] learned) throws IOException {
    if (scores != null) {
      Files.write(scores, Arrays.stream(learned).mapToObj(String::valueOf).toList());
    }
    for (Path file : beside) {
      double[] others = scores(file);
      if (others.length != learned.length) {
        throw new UnusableDataException(file + " has not the same tasks");
      }
      double[] differences = new double[learned.length];
      Arrays.setAll(differences, task -> learned[task] - others[task]);
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("beside", String.valueOf(file.getFileName()));
      line.put("mean", rounded(Arrays.stream(others).average().orElse(0)));
      line.put("difference", interval(differences));
      out.println(new RecordCodec().write(JsonValue.of(line)));
    }
  }

  private static double[] scores(Path file) {
    try {
      return Files.readAllLines(file).stream().mapToDouble(Double::parseDouble).toArray();
    } catch (IOException | NumberFormatException unreadable) {
      throw new UnusableDataException(file + " was not written by --scores", unreadable);
    }
  }

  private void print(List<Planting> plantings) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("tasks", plantings.stream().mapToInt(Planting::tasks).sum());
    line.put("planted_first_anew", plantings.stream().mapToInt(Planting::anew).sum());
    line.put("folds", plantings.size());
    line.put("honest_first", plantings.stream().filter(Planting::honest).count());
    out.println(new RecordCodec().write(JsonValue.of(line)));
  }

  /** As many answers in each, those with the least confidence first. */
  private static List<List<AnsweredTask>> bins(List<AnsweredTask> answers) {
    List<AnsweredTask> sorted =
        answers.stream().sorted(Comparator.comparingDouble(AnsweredTask::confidence)).toList();
    List<List<AnsweredTask>> bins = new ArrayList<>();
    for (int bin = 0; bin < BINS; bin++) {
      bins.add(sorted.subList(bin * sorted.size() / BINS, (bin + 1) * sorted.size() / BINS));
    }
    return bins;
  }

  private static Map<String, Object> interval(double[] values) {
    return Interval.of(values, 1).members();
  }

  private static double rounded(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
