package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.util.JsonFormat;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Runs the grpcurl commands of the seeds as grpcurl does: with nothing but the descriptors that the
 * server's reflection answers. Every field of every command must be found in the record that comes
 * back.
 */
class SeedGrpcurlExamplesTest {

  private static final String SERVICE = "membrane.v1.MembraneService";

  private static final Pattern COMMAND =
      Pattern.compile(
          "^grpcurl -plaintext -d '([^']*)' \\S+ " + SERVICE + "/(\\w+)", Pattern.MULTILINE);

  /** Stands for the id of an episodic record. */
  private static final Pattern PLACEHOLDER = Pattern.compile("a1b2c3d4-\\.\\.\\.");

  private static final Map<String, String> TYPES =
      Map.of(
          "IngestEvent", "episodic",
          "IngestToolOutput", "episodic",
          "IngestObservation", "semantic",
          "IngestOutcome", "episodic",
          "IngestWorkingState", "working");

  private static final Map<String, String> PLACES =
      Map.ofEntries(
          Map.entry("IngestEvent.source", "provenance.sources.0.created_by"),
          Map.entry("IngestEvent.event_kind", "payload.timeline.0.event_kind"),
          Map.entry("IngestEvent.ref", "payload.timeline.0.ref"),
          Map.entry("IngestEvent.summary", "payload.timeline.0.summary"),
          Map.entry("IngestToolOutput.source", "provenance.sources.0.created_by"),
          Map.entry("IngestToolOutput.tool_name", "payload.tool_graph.0.tool"),
          Map.entry("IngestToolOutput.args", "payload.tool_graph.0.args"),
          Map.entry("IngestToolOutput.result", "payload.tool_graph.0.result"),
          Map.entry("IngestObservation.source", "provenance.sources.0.created_by"),
          Map.entry("IngestObservation.subject", "payload.subject"),
          Map.entry("IngestObservation.predicate", "payload.predicate"),
          Map.entry("IngestObservation.object", "payload.object"),
          Map.entry("IngestOutcome.source", "provenance.sources.1.created_by"),
          Map.entry("IngestOutcome.target_record_id", "id"),
          Map.entry("IngestOutcome.outcome_status", "payload.outcome"),
          Map.entry("IngestWorkingState.source", "provenance.sources.0.created_by"),
          Map.entry("IngestWorkingState.thread_id", "payload.thread_id"),
          Map.entry("IngestWorkingState.state", "payload.state"),
          Map.entry("IngestWorkingState.next_actions", "payload.next_actions"),
          Map.entry("IngestWorkingState.open_questions", "payload.open_questions"),
          Map.entry("IngestWorkingState.context_summary", "payload.context_summary"));

  private static final Set<String> JSON_TEXTS = Set.of("args", "result", "object");

  private TestServer server;
  private ManagedChannel channel;

  @BeforeEach
  void start() {
    server = TestServer.start();
    channel = server.channel();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void every_command_gives_what_the_seeds_say() throws IOException {
    String seeds = seeds();
    List<Command> commands = commands(seeds);
    assertThat(commands).hasSize(count(seeds, "grpcurl -"));
    assertThat(commands).hasSizeGreaterThanOrEqualTo(6);
    for (Reflection reflection : List.of(Reflection.v1(channel), Reflection.v1alpha(channel))) {
      runAll(commands, reflection.service(SERVICE));
    }
  }

  private void runAll(List<Command> commands, ServiceDescriptor service) throws IOException {
    Set<String> called = new TreeSet<>();
    String episode = "";
    for (Command command : commands) {
      MethodDescriptor call = call(service, command.call());
      String json = PLACEHOLDER.matcher(command.json()).replaceAll(episode);
      JsonObject record = send(call, json);
      assertAnswers(call.getName(), (JsonObject) Json.value(json), record);
      called.add(call.getName());
      episode = episode.isEmpty() ? Json.text(record, "id") : episode;
    }
    assertThat(called).isEqualTo(TYPES.keySet());
  }

  private JsonObject send(MethodDescriptor call, String json) throws IOException {
    DynamicMessage.Builder request = DynamicMessage.newBuilder(call.getInputType());
    JsonFormat.parser().merge(json, request);
    byte[] answer =
        new RawClient(channel).call(SERVICE + "/" + call.getName(), request.build().toByteArray());
    DynamicMessage response = DynamicMessage.parseFrom(call.getOutputType(), answer);
    return Json.object(
        (ByteString) response.getField(call.getOutputType().findFieldByName("record")));
  }

  private static void assertAnswers(String call, JsonObject request, JsonObject record) {
    assertThat(Json.text(record, "type")).isEqualTo(TYPES.get(call));
    assertThat(Json.text(record, "payload.kind")).isEqualTo(TYPES.get(call));
    assertThat(Json.text(record, "sensitivity"))
        .isEqualTo(
            request.members().containsKey("sensitivity")
                ? Json.text(request, "sensitivity")
                : "low");
    request
        .members()
        .forEach(
            (field, value) ->
                assertThat(Json.at(record, PLACES.getOrDefault(call + "." + field, field)))
                    .as("%s of %s", field, call)
                    .isEqualTo(JSON_TEXTS.contains(field) ? unquoted(value) : value));
  }

  private static JsonValue unquoted(JsonValue text) {
    return Json.value(((JsonString) text).value());
  }

  /** The longest name that the text begins with, since the next word may follow without a blank. */
  private static MethodDescriptor call(ServiceDescriptor service, String text) {
    return service.getMethods().stream()
        .filter(method -> text.startsWith(method.getName()))
        .max(Comparator.comparing(method -> method.getName().length()))
        .orElseThrow(() -> new AssertionError("no call is named " + text));
  }

  private static List<Command> commands(String seeds) {
    return COMMAND
        .matcher(seeds)
        .results()
        .map(found -> new Command(found.group(1), found.group(2)))
        .toList();
  }

  private static int count(String text, String word) {
    return text.split(Pattern.quote(word), -1).length - 1;
  }

  private static String seeds() throws IOException {
    String folder = System.getProperty("membrane.seeds", "");
    assumeTrue(
        !folder.isEmpty(), "NOT RUN: -Dmembrane.seeds must name the folder of the seed documents");
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      StringBuilder text = new StringBuilder();
      for (Path file : files.sorted().toList()) {
        text.append(Files.readString(file)).append('\n');
      }
      return text.toString();
    }
  }

  private record Command(String json, String call) {}
}
