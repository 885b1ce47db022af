package dev.membrane.benchmarks.relevance;

import dev.membrane.Maintenance;
import dev.membrane.Maintenance.EmbeddingResult;
import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.benchmarks.TemporaryFolder;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Config;
import dev.membrane.spi.Embedder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks every method the questions of one data set. Not thread-safe. */
final class MethodComparison {

  private static final String FUSION = "linear fusion";
  private static final String FULL_TEXT = "sqlite fts5";
  private static final String BM25 = "bm25";
  private static final String TEXT_ONLY = "membrane text only";
  private static final String MEMBRANE = "membrane";

  private final DataSet data;
  private final ComparisonSettings settings;
  private final Report report;
  private final PrintWriter progress;
  private final Map<String, List<RankedTurns>> answers = new LinkedHashMap<>();

  /**
   * What is tried in addition to the defaults.
   *
   * @param vectors null: only what needs none
   * @param limit how many records the engine is asked for
   * @param halfLife how long it takes what was said to fade by half
   * @param variants configurations of the engine to try as well
   * @param parts shares of embedded turns, in percent, ascending
   */
  record ComparisonSettings(
      @Nullable KeptVectors vectors,
      int limit,
      Duration halfLife,
      List<Map<String, String>> variants,
      List<Integer> parts) {}

  MethodComparison(DataSet data, ComparisonSettings settings, Report report, PrintWriter progress) {
    this.data = data;
    this.settings = settings;
    this.report = report;
    this.progress = progress;
  }

  void run() throws IOException, SQLException {
    progress.printf(
        "%s: %s turns, %s questions%n", data.name(), data.turns(), data.questions().size());
    try (TemporaryFolder folder = new TemporaryFolder();
        FullText fullText = new FullText()) {
      try (EngineMemory memory = memory(folder.path().resolve("all.db"), all())) {
        ask("recency", Recency::over);
        ask(BM25, PlainBm25::new);
        ask(FULL_TEXT, fullText);
        askEngine(memory);
      }
      if (settings.vectors() != null) {
        askInParts(settings.vectors(), folder.path());
      }
    }
    reportDifferences();
  }

  private EngineMemory memory(Path file, List<Conversation> conversations) {
    return new EngineMemory(file, conversations, settings.limit(), settings.halfLife());
  }

  private void askEngine(EngineMemory memory) {
    try (Membrane words = builder(memory, null, Map.of()).build()) {
      ask(TEXT_ONLY, memory.through(words));
    }
    KeptVectors vectors = settings.vectors();
    if (vectors != null) {
      ask("vectors", it -> new VectorsAlone(it, memory.texts(it), vectors));
      ask(FUSION, it -> fusion(it, memory, vectors));
      report.embedding(data.name(), vectors.model(), answersOf(FUSION), vectors);
      askEngine(MEMBRANE, memory, Map.of());
    }
    settings.variants().forEach(keys -> askEngine(MEMBRANE + " " + keys, memory, keys));
  }

  private void askEngine(String name, EngineMemory memory, Map<String, String> keys) {
    try (Membrane membrane = builder(memory, settings.vectors(), keys).build()) {
      embedAll(membrane.maintenance());
      ask(name, memory.through(membrane));
    }
  }

  private static void embedAll(Maintenance maintenance) {
    EmbeddingResult result = maintenance.embed();
    while (result.embedded() > 0) {
      result = maintenance.embed();
    }
    if (result.setAside() > 0) {
      throw new IllegalStateException(result.setAside() + " turns cannot be embedded");
    }
  }

  private static Ranker fusion(Conversation it, EngineMemory memory, KeptVectors vectors) {
    return new LinearFusion(new PlainBm25(it), new VectorsAlone(it, memory.texts(it), vectors));
  }

  /** A store for each conversation, so that each is embedded in part. */
  private void askInParts(Embedder vectors, Path folder) {
    Map<Integer, List<RankedTurns>> parts = new LinkedHashMap<>();
    for (int i = 0; i < all().size() && !settings.parts().isEmpty(); i++) {
      Conversation conversation = all().get(i);
      Path file = folder.resolve("part-" + i + ".db");
      try (EngineMemory memory = memory(file, List.of(conversation))) {
        askInParts(vectors, memory, conversation, parts);
      }
    }
    parts.forEach((part, asked) -> add(inPart(part), asked));
  }

  private void askInParts(
      Embedder vectors,
      EngineMemory memory,
      Conversation conversation,
      Map<Integer, List<RankedTurns>> to) {
    int embedded = 0;
    for (int part : settings.parts()) {
      Rationed rationed = new Rationed(vectors);
      int ration = conversation.turns().size() * part / 100 - embedded;
      rationed.allow(ration);
      try (Membrane membrane = builder(memory, rationed, Map.of()).build()) {
        membrane.maintenance().embed();
        embedded += ration - rationed.left();
        to.computeIfAbsent(part, none -> new ArrayList<>())
            .addAll(memory.through(membrane).ask(List.of(conversation)));
      }
    }
  }

  private static MembraneBuilder builder(
      EngineMemory memory, @Nullable Embedder embedder, Map<String, String> keys) {
    Map<String, JsonValue> values = new HashMap<>();
    keys.forEach((key, value) -> values.put(key, new JsonString(value)));
    Config config = new Config(values);
    MembraneBuilder builder = memory.opened().config(config);
    if (!config.faults().isEmpty()) {
      throw new UnusableDataException(String.join("; ", config.faults()));
    }
    return embedder == null ? builder : builder.embedder(embedder);
  }

  private void reportDifferences() {
    List.of(BM25, FULL_TEXT, "vectors").forEach(baseline -> reportDifference(FUSION, baseline));
    reportDifference(TEXT_ONLY, FULL_TEXT);
    reportDifference(TEXT_ONLY, BM25);
    reportDifference(MEMBRANE, FUSION);
    reportDifference(MEMBRANE, TEXT_ONLY);
    String usual = settings.vectors() == null ? TEXT_ONLY : MEMBRANE;
    settings.variants().forEach(keys -> reportDifference(usual, MEMBRANE + " " + keys));
    settings.parts().forEach(part -> reportDifference(inPart(part), TEXT_ONLY));
  }

  private void reportDifference(String method, String from) {
    if (answers.containsKey(method) && answers.containsKey(from)) {
      report.difference(data.name(), method, answersOf(method), from, answersOf(from));
    }
  }

  private void ask(String name, RankingMethod method) {
    progress.println(data.name() + ": " + name);
    add(name, method.ask(all()));
  }

  private void add(String name, List<RankedTurns> asked) {
    answers.put(name, asked);
    report.answers(data.name(), name, asked);
  }

  private List<RankedTurns> answersOf(String method) {
    return answers.getOrDefault(method, List.of());
  }

  private static String inPart(int part) {
    return MEMBRANE + " " + part + " % embedded";
  }

  private List<Conversation> all() {
    return data.conversations();
  }
}
