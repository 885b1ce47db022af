package dev.membrane.benchmarks.relevance;

import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Prints figures as lines of JSON: one for each category of questions, and one for the total. */
final class Report {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final String TOTAL = "total";

  private final PrintWriter out;
  private final long seed;

  Report(PrintWriter out, long seed) {
    this.out = out;
    this.seed = seed;
  }

  /** How well a method answered, and how fast. */
  void answers(String data, String method, List<RankedTurns> answers) {
    categories(answers)
        .forEach(
            (category, which) -> {
              List<RankedTurns> some = Arrays.stream(which).mapToObj(answers::get).toList();
              Map<String, Object> line = line(data, method, category, some.size());
              for (Measure measure : Measure.values()) {
                line.put(measure.word(), interval(values(some, measure)));
              }
              putTimes(line, some, RankedTurns::nanos);
              print(line);
            });
  }

  /** How much better one method answered than another one, question by question. */
  void difference(
      String data, String method, List<RankedTurns> ones, String from, List<RankedTurns> others) {
    categories(ones)
        .forEach(
            (category, which) -> {
              Map<String, Object> line = line(data, method, category, which.length);
              line.put("minus", from);
              for (Measure measure : Measure.values()) {
                double[] differences =
                    Arrays.stream(which)
                        .mapToDouble(i -> ones.get(i).value(measure) - others.get(i).value(measure))
                        .toArray();
                line.put(measure.word(), interval(differences));
              }
              print(line);
            });
  }

  /** How long the questions took to embed. */
  void embedding(String data, String model, List<RankedTurns> asked, KeptVectors vectors) {
    Map<String, Object> line = line(data, "embedding of the question", TOTAL, asked.size());
    line.put("model", model);
    putTimes(line, asked, answer -> vectors.nanos(answer.question().text()));
    print(line);
  }

  private static Map<String, int[]> categories(List<RankedTurns> answers) {
    Map<String, int[]> categories = new LinkedHashMap<>();
    TreeSet<String> names = new TreeSet<>();
    answers.forEach(answer -> names.add(answer.question().category()));
    names.forEach(
        name ->
            categories.put(
                name, which(answers, answer -> answer.question().category().equals(name))));
    int[] total = which(answers, answer -> !answer.question().isAdversarial());
    if (total.length > 0) {
      categories.put(TOTAL, total);
    }
    return categories;
  }

  private static int[] which(List<RankedTurns> answers, Predicate<RankedTurns> some) {
    return IntStream.range(0, answers.size()).filter(i -> some.test(answers.get(i))).toArray();
  }

  private static double[] values(List<RankedTurns> answers, Measure measure) {
    return answers.stream().mapToDouble(answer -> answer.value(measure)).toArray();
  }

  private Map<String, Object> interval(double[] values) {
    return Interval.of(values, seed).members();
  }

  private static Map<String, Object> line(
      String data, String method, String category, int questions) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("data", data);
    line.put("method", method);
    line.put("category", category);
    line.put("questions", questions);
    return line;
  }

  private static void putTimes(
      Map<String, Object> line, List<RankedTurns> answers, ToLongFunction<RankedTurns> nanos) {
    long[] sorted = answers.stream().mapToLong(nanos).sorted().toArray();
    line.put("p50_ms", percentile(sorted, 0.5));
    line.put("p95_ms", percentile(sorted, 0.95));
  }

  private static double percentile(long[] sorted, double share) {
    long nanos = sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    return Math.round(nanos / NANOS_PER_MILLI * 1_000) / 1_000.0;
  }

  private void print(Map<String, Object> line) {
    out.println(new RecordCodec().write(JsonValue.of(line)));
  }
}
