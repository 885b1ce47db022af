package dev.membrane.benchmarks.relevance;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.benchmarks.relevance.Conversation.ConversationQuestion;
import dev.membrane.benchmarks.relevance.Conversation.ConversationTurn;
import dev.membrane.embedder.onnx.OnnxEmbedder;
import dev.membrane.internal.text.RecordText;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Vector;
import dev.membrane.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how long questions by words and vectors take, compared with their parts. */
@Command(
    name = "hybrid",
    description =
        "Measures how long questions of people about turns in one scope take: by words and vectors,"
            + " by words alone, and the model alone, in turns; prints one line of JSON.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
public final class HybridCommand implements Callable<Integer> {

  private static final String SCOPE = "said";
  private static final int PER_COMMIT = 100;
  private static final int LIMIT = 10;

  /** What the questions by both may take to the sum of the model and of words alone. */
  private static final double MAX = 1.3;

  @Option(
      names = "--data",
      required = true,
      description = "A folder of conversations, one data set in each .json file.")
  private Path data = Path.of("");

  @Option(names = "--cache", description = "A folder that keeps vectors of texts between runs.")
  private @Nullable Path cache;

  @Option(names = "--records", defaultValue = "5000", description = "The most turns to store.")
  private int records;

  @Option(names = "--questions", defaultValue = "300", description = "The most questions asked.")
  private int questions;

  @Option(names = "--turns", defaultValue = "5", description = "How often all are asked.")
  private int turns;

  private final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
  private final PrintWriter progress = new PrintWriter(System.err, true, StandardCharsets.UTF_8);

  /** Measures. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new HybridCommand()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    List<DataSet> sets = DataSet.in(data, progress);
    List<ConversationTurn> said =
        sets.stream()
            .flatMap(set -> set.conversations().stream())
            .flatMap(conversation -> conversation.turns().stream())
            .limit(records)
            .toList();
    List<String> asked =
        sets.stream()
            .flatMap(set -> set.questions().stream())
            .map(ConversationQuestion::text)
            .limit(questions)
            .toList();
    Path folder = Files.createTempDirectory("membrane-hybrid");
    try (OnnxEmbedder model = new OnnxEmbedder();
        SqliteStore store = SqliteStore.open(folder.resolve("said.db"))) {
      model.prepare();
      fill(store, said, new KeptVectors(model, cache, progress));
      measure(store, model, asked, said.size());
    }
    return CommandLine.ExitCode.OK;
  }

  private static void fill(MemoryStore store, List<ConversationTurn> said, Embedder embedder) {
    try (Membrane engine = Membrane.builder().store(store).backgroundJobs(false).build()) {
      for (int next = 0; next < said.size(); next += PER_COMMIT) {
        Changeset.Builder vectors = Changeset.builder();
        for (ConversationTurn turn : said.subList(next, Math.min(said.size(), next + PER_COMMIT))) {
          MemoryRecord record = (MemoryRecord) engine.ingestion().event(event(turn)).record();
          String text = RecordText.textOf(record);
          Vector vector = Vector.of(embedder.embed(List.of(text)).get(0));
          vectors.embed(new Embedding(record.id(), embedder.model(), vector));
        }
        store.commit(vectors.build());
      }
    }
  }

  private static EventRequest event(ConversationTurn turn) {
    return EventRequest.builder()
        .source(turn.speaker())
        .eventKind("turn")
        .ref(turn.id())
        .summary(turn.text())
        .options(IngestOptions.NONE.scope(SCOPE).sensitivity(Sensitivity.LOW))
        .build();
  }

  private void measure(MemoryStore store, Embedder model, List<String> asked, int stored) {
    try (Membrane both =
            Membrane.builder().store(store).embedder(model).backgroundJobs(false).build();
        Membrane words = Membrane.builder().store(store).backgroundJobs(false).build()) {
      double[] ratios = new double[turns];
      Map<String, Object> line = new LinkedHashMap<>();
      // The first turn only warms up.
      for (int turn = -1; turn < turns; turn++) {
        // Another caller each time, since the vectors of a caller's questions are kept.
        Caller caller = Caller.named("turn " + turn);
        double byBoth = median(asked, text -> both.as(caller).retrieval().retrieve(request(text)));
        double byWords = median(asked, text -> words.retrieval().retrieve(request(text)));
        double byModel = median(asked, model::embedQuery);
        double again = median(asked, text -> both.as(caller).retrieval().retrieve(request(text)));
        if (turn >= 0) {
          ratios[turn] = byBoth / (byModel + byWords);
        }
        line.put("p50_ms", byBoth);
        line.put("words_p50_ms", byWords);
        line.put("model_p50_ms", byModel);
        line.put("again_p50_ms", again);
      }
      Arrays.sort(ratios);
      line.put("figure", "ratio: hybrid to the model and words alone");
      line.put("records", stored);
      line.put("ratio", ratios[turns / 2]);
      line.put("at_most", MAX);
      out.println(new RecordCodec().write(JsonValue.of(line)));
    }
  }

  private static RetrieveRequest request(String text) {
    return RetrieveRequest.builder()
        .trust(TrustContext.upTo(Sensitivity.LOW, SCOPE))
        .taskDescriptor(text)
        .limit(LIMIT)
        .build();
  }

  private static double median(List<String> asked, Consumer<String> question) {
    double[] millis =
        asked.stream()
            .mapToDouble(
                text -> {
                  long begin = System.nanoTime();
                  question.accept(text);
                  return (System.nanoTime() - begin) / 1e6;
                })
            .sorted()
            .toArray();
    return millis[millis.length / 2];
  }
}
