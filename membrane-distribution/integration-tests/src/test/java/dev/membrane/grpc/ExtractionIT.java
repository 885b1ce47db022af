package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged server learns from a language model, and is killed while it does. */
class ExtractionIT {

  private static final String KEY = "sk-never-to-be-seen";
  private static final int EPISODES = 90;
  private static final Pattern METRICS = Pattern.compile("metrics on (\\S+)");
  private static final TrustContext TRUST =
      TrustContext.newBuilder().setMaxSensitivity("hyper").build();

  @TempDir Path folder;

  private Map<String, String> environment(ScriptedModel model) {
    Map<String, String> environment = new TreeMap<>();
    environment.put("MEMBRANE_LLM_ENDPOINT", model.endpoint());
    environment.put("MEMBRANE_LLM_MODEL", "scripted");
    environment.put("MEMBRANE_LLM_API_KEY", KEY);
    environment.put("MEMBRANE_METRICS_ADDR", "127.0.0.1:0");
    return environment;
  }

  private MembranedProcess running(ScriptedModel model, String... arguments) throws IOException {
    Path script = MembranedProcess.home().resolve("bin/membraned");
    return MembranedProcess.running(script, folder, environment(model), arguments);
  }

  @Test
  void no_fact_is_learned_twice_and_none_is_lost_by_a_refusal_and_two_kills() throws Exception {
    try (ScriptedModel model = new ScriptedModel()) {
      model.refuses = true;
      try (MembranedProcess server = running(model).awaitServing()) {
        ingestAll(server.stub());
        consolidate(server.stub());
        assertThat(preferences(server.stub())).isEmpty();
        assertPreviewSendsNothing(model);
        model.refuses = false;
        killAfter(3, model, server);
      }
      try (MembranedProcess server = running(model).awaitServing()) {
        killAfter(8, model, server);
      }
      try (MembranedProcess server = running(model).awaitServing()) {
        consolidate(server.stub());
        assertThat(preferences(server.stub()))
            .containsExactlyInAnyOrderElementsOf(
                IntStream.range(0, EPISODES).mapToObj(i -> "user" + i + " thing" + i).toList());
        assertThat(metrics(server))
            .contains("membrane_model_seconds_count{outcome=\"ok\",task=\"extraction\"}")
            .contains("membrane_model_tokens_total{task=\"extraction\",what=\"read\"}");
        assertThat(server.stop()).isZero();
        assertThat(server.errors()).doesNotContain(KEY).doesNotContain("prefers");
      }
      assertThat(model.bodies).noneMatch(body -> body.contains("classified"));
      assertThat(model.bodies).noneMatch(body -> body.contains(KEY));
      assertThat(model.keys).containsOnly("Bearer " + KEY);
    }
  }

  private static void ingestAll(MembraneServiceBlockingStub stub) {
    for (int i = 0; i < EPISODES; i++) {
      ingest(stub, "user" + i + " prefers thing" + i, "low");
    }
    ingest(stub, "Eve prefers classified", "medium");
  }

  private static void ingest(MembraneServiceBlockingStub stub, String summary, String sensitivity) {
    String id =
        Json.record(
                stub.ingestEvent(
                        IngestEventRequest.newBuilder()
                            .setSource("agent")
                            .setEventKind("note")
                            .setRef("1")
                            .setSummary(summary)
                            .setSensitivity(sensitivity)
                            .build())
                    .getRecord())
            .id();
    stub.ingestOutcome(
        IngestOutcomeRequest.newBuilder()
            .setSource("agent")
            .setTargetRecordId(id)
            .setOutcomeStatus("success")
            .build());
  }

  /** Until the model has answered so many requests more, one of whose answers is then missing. */
  private static void killAfter(int requests, ScriptedModel model, MembranedProcess server)
      throws InterruptedException {
    model.holdAfter(requests);
    MembraneServiceBlockingStub stub = server.stub();
    Thread learning =
        new Thread(
            () -> {
              try {
                consolidate(stub);
              } catch (StatusRuntimeException killed) {
                // As it was meant to be.
              }
            });
    learning.start();
    model.awaitHeld();
    server.kill();
    model.goOn();
    learning.join();
  }

  private static void consolidate(MembraneServiceBlockingStub stub) {
    stub.runConsolidation(RunConsolidationRequest.getDefaultInstance());
  }

  private void assertPreviewSendsNothing(ScriptedModel model) throws IOException {
    int before = model.bodies.size();
    Path out = folder.resolve("preview.out");
    Path script = MembranedProcess.home().resolve("bin/membraned");
    ProcessBuilder builder =
        new ProcessBuilder(script.toString(), "preview-extraction", "--episodes", "20")
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("preview.err").toFile());
    builder.environment().putAll(environment(model));
    builder.environment().put("MEMBRANE_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
    assertThat(builder.start().onExit().join().exitValue())
        .as(Files.readString(folder.resolve("preview.err")))
        .isZero();
    String printed = Files.readString(out, StandardCharsets.UTF_8);
    assertThat(printed.lines()).hasSize(3).allMatch(line -> line.startsWith("{\"model\""));
    assertThat(printed).contains("user1 prefers thing1").doesNotContain(KEY);
    assertThat(Files.readString(folder.resolve("preview.err"))).contains("nothing was sent");
    assertThat(model.bodies).hasSize(before);
  }

  /** What the model taught, not what was merely said. */
  private static List<String> preferences(MembraneServiceBlockingStub stub) {
    return stub
        .retrieve(
            RetrieveRequest.newBuilder()
                .setTrust(TRUST)
                .addMemoryTypes("semantic")
                .setLimit(1_000)
                .build())
        .getRecordsList()
        .stream()
        .map(Json::record)
        .map(MemoryRecord::payload)
        .map(payload -> (SemanticPayload) payload)
        .filter(fact -> fact.predicate().equals("prefers"))
        .map(fact -> fact.subject() + " " + ((JsonString) fact.object()).value())
        .toList();
  }

  private static String metrics(MembranedProcess server) throws Exception {
    Matcher address = METRICS.matcher(server.startLine());
    assertThat(address.find()).as(server.startLine()).isTrue();
    URI uri = URI.create("http://" + address.group(1) + "/metrics");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
