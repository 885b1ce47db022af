package dev.membrane.benchmarks.relevance;

import dev.membrane.embedder.onnx.OnnxEmbedder;
import dev.membrane.spi.Embedder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures whether the engine finds evidence in conversations, compared with simpler methods. */
@Command(
    name = "relevance",
    description =
        "Measures how much evidence Membrane and simpler methods find in conversations;"
            + " prints one line of JSON for each data set, method and category.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
public final class RelevanceCommand implements Callable<Integer> {

  @Option(
      names = "--data",
      required = true,
      description =
          "A folder of conversations, one data set in each file: .json as LoCoMo has them, .jsonl"
              + " with a message or a question in each line.")
  private Path data = Path.of("");

  @Option(names = "--embedder", defaultValue = "onnx", description = "${COMPLETION-CANDIDATES}.")
  private EmbedderChoice embedder = EmbedderChoice.ONNX;

  @Option(
      names = "--limit",
      defaultValue = "25",
      description = "How many records the engine is asked for, at least 25.")
  private int limit;

  @Option(
      names = "--cache",
      description = "A folder that keeps vectors of texts between runs; none unless named.")
  private @Nullable Path cache;

  @Option(
      names = "--half-life",
      defaultValue = "3600",
      description = "In how many seconds what was said fades by half, by the dates of the data.")
  private long halfLife;

  @Option(names = "--seed", defaultValue = "1", description = "Of the resampling.")
  private long seed;

  @Option(
      names = "--with",
      description =
          "A key of the engine's configuration, such as vector_weight=0.3, to try besides the"
              + " default; repeatable, each is tried by itself.")
  private List<String> with = List.of();

  @Option(
      names = "--parts",
      split = ",",
      description = "Shares of embedded turns, in percent, to measure as well, such as 25,50,75.")
  private List<Integer> parts = List.of();

  @Spec private @Nullable CommandSpec spec;

  private final PrintWriter out;
  private final PrintWriter progress;
  private final Supplier<Embedder> onnx;

  /** What to embed with. */
  enum EmbedderChoice {
    ONNX,
    NONE
  }

  RelevanceCommand(PrintWriter out, PrintWriter progress, Supplier<Embedder> onnx) {
    this.out = out;
    this.progress = progress;
    this.onnx = onnx;
  }

  /** Measures. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter progress = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(commandLine(out, progress, OnnxEmbedder::new).execute(args));
  }

  static CommandLine commandLine(PrintWriter out, PrintWriter progress, Supplier<Embedder> onnx) {
    return new CommandLine(new RelevanceCommand(out, progress, onnx))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setErr(progress);
  }

  @Override
  public Integer call() throws IOException, SQLException {
    check(limit >= Measure.DEEPEST, "--limit must be at least " + Measure.DEEPEST);
    check(parts.stream().allMatch(it -> it > 0 && it < 100), "--parts must be from 1 to 99");
    try {
      List<DataSet> sets = DataSet.in(data, progress);
      check(sets.stream().anyMatch(DataSet::asks), "no question with evidence in " + data);
      measure(sets);
    } catch (UnusableDataException unusable) {
      throw new ParameterException(commandLine(), String.valueOf(unusable.getMessage()), unusable);
    }
    return CommandLine.ExitCode.OK;
  }

  private void measure(List<DataSet> sets) throws IOException, SQLException {
    if (embedder == EmbedderChoice.NONE) {
      measure(sets, null);
    } else {
      try (Embedder opened = onnx.get()) {
        opened.prepare();
        measure(sets, new KeptVectors(opened, cache, progress));
      }
    }
  }

  private void measure(List<DataSet> sets, @Nullable KeptVectors vectors)
      throws IOException, SQLException {
    MethodComparison.ComparisonSettings settings =
        new MethodComparison.ComparisonSettings(
            vectors,
            limit,
            Duration.ofSeconds(halfLife),
            with.stream().map(this::keyAndValue).toList(),
            parts.stream().sorted().toList());
    for (DataSet set : sets) {
      new MethodComparison(set, settings, new Report(out, seed), progress).run();
    }
  }

  private Map<String, String> keyAndValue(String setting) {
    int between = setting.indexOf('=');
    check(between > 0, "--with must be key=value, not " + setting);
    return Map.of(setting.substring(0, between), setting.substring(between + 1));
  }

  private void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new ParameterException(commandLine(), otherwise);
    }
  }

  private CommandLine commandLine() {
    return spec == null ? new CommandLine(this) : spec.commandLine();
  }
}
