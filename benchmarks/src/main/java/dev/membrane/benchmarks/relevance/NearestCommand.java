package dev.membrane.benchmarks.relevance;

import dev.membrane.benchmarks.relevance.Filling.Event;
import dev.membrane.benchmarks.relevance.NearestFigures.NearestAnswers;
import dev.membrane.benchmarks.relevance.Sentences.Sentence;
import dev.membrane.embedder.onnx.OnnxEmbedder;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.store.Vector;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the index of vectors that a PostgreSQL with pgvector has. */
@Command(
    name = "nearest",
    description =
        "Measures how many of the nearest sentences of conversations an index of pgvector finds,"
            + " and how fast; prints one line of JSON for each filter. Uses and drops the schemas"
            + " nearest_all, nearest_small and nearest_large.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
public final class NearestCommand implements Callable<Integer> {

  @Option(
      names = "--data",
      required = true,
      description = "A folder of conversations, one data set in each .json file.")
  private Path data = Path.of("");

  @Option(names = "--url", required = true, description = "A database, as jdbc:postgresql://....")
  private String url = "";

  @Option(names = "--cache", description = "A folder that keeps vectors of texts between runs.")
  private @Nullable Path cache;

  @Option(
      names = "--figures",
      split = ",",
      description = "What to measure: ${COMPLETION-CANDIDATES}; all unless named.")
  private Set<What> figures = EnumSet.allOf(What.class);

  @Option(names = "--sentences", defaultValue = "100000", description = "The most to embed.")
  private int sentences;

  @Option(names = "--questions", defaultValue = "300", description = "The most questions asked.")
  private int questions;

  @Option(names = "--stored", defaultValue = "100000", description = "In the larger of two stores.")
  private int stored;

  /** What can be measured. */
  enum What {
    RECALL,
    SCOPES
  }

  private final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
  private final PrintWriter progress = new PrintWriter(System.err, true, StandardCharsets.UTF_8);

  /** Measures. */
  public static void main(String[] args) {
    System.exit(
        new CommandLine(new NearestCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(args));
  }

  @Override
  public Integer call() throws SQLException, InterruptedException {
    try (OnnxEmbedder onnx = new OnnxEmbedder()) {
      onnx.prepare();
      List<DataSet> sets = DataSet.in(data, progress);
      List<Event> events = events(sets, new KeptVectors(onnx, cache, progress));
      List<Vector> asked =
          sets.stream()
              .flatMap(set -> set.questions().stream())
              .limit(questions)
              .map(question -> Vector.of(onnx.embedQuery(question.text())))
              .toList();
      if (figures.contains(What.RECALL)) {
        measureRecall(events, asked);
      }
      if (figures.contains(What.SCOPES)) {
        measureScopes(events, asked);
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private List<Event> events(List<DataSet> sets, KeptVectors vectors) {
    List<Event> events = new ArrayList<>();
    for (Sentence sentence : Sentences.of(sets).stream().limit(sentences).toList()) {
      Vector vector = Vector.of(vectors.embed(List.of(sentence.text())).get(0));
      events.add(new Event(sentence.text(), vector, sentence.conversation() % 2 == 0));
    }
    return events;
  }

  private void measureRecall(List<Event> events, List<Vector> asked)
      throws SQLException, InterruptedException {
    try (NearestSchema schema = new NearestSchema(url, "nearest_all")) {
      schema.forbidIndexes();
      fill(schema, events);
      Map<String, NearestAnswers> exact = new LinkedHashMap<>();
      NearestFigures.FILTERS.forEach(
          (name, filter) -> exact.put(name, NearestFigures.ask(schema.store(), filter, asked)));
      schema.allowIndexes();
      double seconds = schema.awaitIndex();
      long bytes = schema.indexBytes();
      NearestFigures.ask(schema.store(), NearestFigures.ALL, asked);
      NearestFigures.FILTERS.forEach(
          (name, filter) -> {
            NearestAnswers found = NearestFigures.ask(schema.store(), filter, asked);
            NearestAnswers compared = Objects.requireNonNull(exact.get(name));
            Map<String, Object> line = line("recall@10 of an index", name, events.size());
            line.put("questions", asked.size());
            line.put("recall", rounded(found.recallOf(compared)));
            times(line, "indexed", found);
            times(line, "exact", compared);
            line.put("index_bytes", bytes);
            line.put("index_seconds", rounded(seconds));
            out.println(new RecordCodec().write(JsonValue.of(line)));
          });
    }
  }

  private void measureScopes(List<Event> events, List<Vector> asked) throws SQLException {
    try (NearestSchema small = new NearestSchema(url, "nearest_small");
        NearestSchema large = new NearestSchema(url, "nearest_large")) {
      fill(small, events.subList(0, Filling.SCOPE));
      fill(large, IntStream.range(0, stored).mapToObj(n -> events.get(n % events.size())).toList());
      Filter scope = NearestFigures.filter(Sensitivity.HYPER, Set.of(Filling.scopeOf(0)), Set.of());
      for (int turn = 0; turn < 3; turn++) {
        Map<String, Object> line = line("ten nearest in a scope of 1000", "scope", stored);
        NearestAnswers few = NearestFigures.ask(small.store(), scope, asked);
        NearestAnswers many = NearestFigures.ask(large.store(), scope, asked);
        times(line, "of_" + Filling.SCOPE, few);
        times(line, "of_" + stored, many);
        line.put("p95_ratio", rounded(many.millis(0.95) / few.millis(0.95)));
        out.println(new RecordCodec().write(JsonValue.of(line)));
      }
    }
  }

  private void fill(NearestSchema schema, List<Event> events) throws SQLException {
    long begin = System.nanoTime();
    Filling.fill(schema.store(), events);
    schema.settle();
    progress.printf(
        "%s records in %s s%n", events.size(), (System.nanoTime() - begin) / 1_000_000_000);
  }

  private static Map<String, Object> line(String figure, String filter, int records) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("figure", figure);
    line.put("filter", filter);
    line.put("records", records);
    return line;
  }

  private static void times(Map<String, Object> line, String name, NearestAnswers answers) {
    line.put(name + "_p50_ms", rounded(answers.millis(0.5)));
    line.put(name + "_p95_ms", rounded(answers.millis(0.95)));
  }

  private static double rounded(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
