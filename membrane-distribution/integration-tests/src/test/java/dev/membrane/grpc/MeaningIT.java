package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.RetrieveResponse;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonValue;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the packaged server finds by meaning, whatever happens to it meanwhile. */
class MeaningIT {

  private static final Pattern METRICS = Pattern.compile("metrics on (\\S+)");
  private static final Pattern EMBEDDED =
      Pattern.compile("membrane_job_handled_total\\{job=\"embedding\",what=\"embedded\"} (\\S+)");
  private static final String LOST = "nothing is embedded until the next start";
  private static final int FILLERS = 50;
  private static final TrustContext TRUST =
      TrustContext.newBuilder().setMaxSensitivity("low").build();

  /** Questions, and what answers them in other words. */
  private static final Map<String, String> EARLY =
      Map.of(
          "which car does she drive", "Ann owns a Volvo",
          "what is the family pet called", "our dog answers to Rex",
          "when will the couple marry", "their wedding takes place on 14 June",
          "which instrument does he play", "Tom practises piano every evening");

  private static final Map<String, String> LATE =
      Map.of(
          "where do they live now", "Ben and Mia moved to a flat in Lisbon",
          "what did her doctor prescribe", "Eve takes two pills against migraine",
          "why is the computer slow", "booting my laptop needs 90 seconds");

  @TempDir Path folder;

  @Test
  void a_paraphrase_finds_its_event_also_after_a_kill_and_words_do_not() throws Exception {
    assertThat(EARLY.entrySet()).noneMatch(MeaningIT::haveWordsInCommon);
    assertThat(LATE.entrySet()).noneMatch(MeaningIT::haveWordsInCommon);
    Map<String, String> before;
    try (MembranedProcess server = start("onnx", "")) {
      MembraneServiceBlockingStub stub = server.stub();
      EARLY.values().forEach(event -> ingest(stub, event));
      fill(stub, "early");
      awaitAllEmbedded(stub);
      before = answers(stub, EARLY);
      LATE.values().forEach(event -> ingest(stub, event));
      fill(stub, "late");
      server.kill();
    }
    assertThat(before).isEqualTo(EARLY);
    try (MembranedProcess server = start("onnx", "")) {
      MembraneServiceBlockingStub stub = server.stub();
      awaitAllEmbedded(stub);
      System.out.printf(Locale.ROOT, "MeaningIT: %.0f embedded after the kill%n", embedded(server));
      assertThat(answers(stub, LATE)).isEqualTo(LATE);
      assertThat(answers(stub, EARLY)).isEqualTo(EARLY);
      assertThat(server.stop()).isZero();
    }
    try (MembranedProcess server = start("none", "")) {
      MembraneServiceBlockingStub stub = server.stub();
      assertThat(answers(stub, LATE)).doesNotContainValue("").isNotEmpty();
      assertThat(answers(stub, LATE).entrySet()).doesNotContainAnyElementsOf(LATE.entrySet());
      assertThat(first(stub, "a laptop that is booting"))
          .isEqualTo(LATE.get("why is the computer slow"));
      assertThat(unembedded(retrieve(stub, "laptop"))).isEqualTo(2 * FILLERS + 7);
    }
  }

  @Test
  void a_model_that_cannot_be_loaded_is_told_once_and_words_still_find() throws Exception {
    String options = "-Donnxruntime.native.path=" + folder.resolve("none");
    try (MembranedProcess server = start("onnx", options)) {
      MembraneServiceBlockingStub stub = server.stub();
      ingest(stub, "Ann owns a Volvo");
      ingest(stub, "Ben walks");
      await(() -> server.errors().contains(LOST));
      assertThat(first(stub, "a volvo")).isEqualTo("Ann owns a Volvo");
      assertThat(server.stop()).isZero();
      assertThat(server.errors().lines().filter(line -> line.contains("embedder onnx")))
          .hasSize(1)
          .allMatch(line -> line.contains(LOST) && line.contains("embedder: none"));
      assertThat(server.errors()).doesNotContain("ModelException");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 250, 500, 750, 1_000, 1_250})
  void a_stop_while_the_model_loads_is_a_clean_one(int millis) throws Exception {
    try (MembranedProcess server = start("onnx", "")) {
      ingest(server.stub(), "Ann owns a Volvo");
      TimeUnit.MILLISECONDS.sleep(millis);
      assertThat(server.stop()).isZero();
      assertThat(server.errors()).contains(" stopped ").doesNotContain("ERROR", "SIGSEGV", LOST);
    }
  }

  private MembranedProcess start(String embedder, String javaOptions) throws IOException {
    Map<String, String> environment =
        Map.of(
            "MEMBRANE_EMBEDDER",
            embedder,
            "MEMBRANE_METRICS_ADDR",
            "127.0.0.1:0",
            "MEMBRANE_JAVA_OPTS",
            javaOptions);
    Path script = MembranedProcess.home().resolve("bin/membraned");
    return MembranedProcess.running(script, folder, environment).awaitServing();
  }

  private static boolean haveWordsInCommon(Map.Entry<String, String> pair) {
    List<String> words = List.of(pair.getValue().toLowerCase(Locale.ROOT).split("\\W+", -1));
    return List.of(pair.getKey().split(" ", -1)).stream().anyMatch(words::contains);
  }

  private static void fill(MembraneServiceBlockingStub stub, String when) {
    for (int i = 0; i < FILLERS; i++) {
      ingest(stub, "sensor " + i + " reports pressure " + when);
    }
  }

  private static void ingest(MembraneServiceBlockingStub stub, String summary) {
    stub.ingestEvent(
        IngestEventRequest.newBuilder()
            .setSource("agent")
            .setEventKind("note")
            .setRef(summary)
            .setSummary(summary)
            .build());
  }

  private static Map<String, String> answers(
      MembraneServiceBlockingStub stub, Map<String, String> pairs) {
    Map<String, String> answers = new TreeMap<>();
    pairs.keySet().forEach(question -> answers.put(question, first(stub, question)));
    return answers;
  }

  private static String first(MembraneServiceBlockingStub stub, String question) {
    EpisodicPayload best =
        (EpisodicPayload) Json.record(retrieve(stub, question).getRecords(0)).payload();
    return String.valueOf(best.timeline().get(0).summary());
  }

  private static RetrieveResponse retrieve(MembraneServiceBlockingStub stub, String question) {
    return stub.retrieve(
        RetrieveRequest.newBuilder()
            .setTaskDescriptor(question)
            .setTrust(TRUST)
            .setLimit(1_000)
            .setExplain(true)
            .build());
  }

  private static void awaitAllEmbedded(MembraneServiceBlockingStub stub) throws Exception {
    await(() -> unembedded(retrieve(stub, "anything at all")) == 0);
  }

  /** How many of the records have no place by meaning. */
  private static long unembedded(RetrieveResponse answer) {
    return answer.getExplanationsList().stream()
        .map(explanation -> Json.list(Json.object(explanation), "relevance.signals"))
        .filter(signals -> signals.stream().noneMatch(MeaningIT::isVector))
        .count();
  }

  private static boolean isVector(JsonValue signal) {
    return Json.text(signal, "signal").equals("vector");
  }

  private static double embedded(MembranedProcess server) throws Exception {
    Matcher address = METRICS.matcher(server.startLine());
    assertThat(address.find()).as(server.startLine()).isTrue();
    URI metrics = URI.create("http://" + address.group(1) + "/metrics");
    String text =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    Matcher count = EMBEDDED.matcher(text);
    assertThat(count.find()).as(text).isTrue();
    return Double.parseDouble(count.group(1));
  }

  private static void await(Callable<Boolean> reached) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!reached.call()) {
      assertThat(System.nanoTime()).as("five minutes").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}
