package dev.membrane.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.Membrane;
import dev.membrane.http.HttpTransportProvider;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Tracer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A memory that is served over MCP, and a client that speaks to it. */
final class McpSite implements AutoCloseable {

  static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /** Of the principals of tests, to whom alone it is known. */
  static String principal(String name, String key, String more) {
    return "{\"name\": \"%s\", \"api_key_sha256\": \"%s\"%s}".formatted(name, sha256(key), more);
  }

  private static String sha256(String key) {
    try {
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** What each request of the newer era says beside its parameters. */
  static final String META =
      """
      {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
       "io.modelcontextprotocol/clientCapabilities": {}}""";

  private final HttpClient client = HttpClient.newHttpClient();
  private final Membrane membrane;
  private final Transport transport;
  private final String address;
  private final List<String> counted = new CopyOnWriteArrayList<>();
  private final Observer counter =
      new Observer() {
        @Override
        public void call(String method, String status, Duration took) {
          counted.add(method + " " + status);
        }
      };
  private int requests;

  /** Serves a memory, which is closed with this, to those whom the principals name; "": anybody. */
  McpSite(Membrane membrane, String principals) {
    this.membrane = membrane;
    Map<String, JsonValue> values = new HashMap<>();
    values.put("http_addr", JsonValue.of("127.0.0.1:0"));
    // No file, so that nothing is written beside it.
    values.put("backend", JsonValue.of("memory"));
    if (!principals.isEmpty()) {
      values.put("principals", new RecordCodec().parse("principals", principals));
    }
    Config config = new Config(values);
    ConfiguredAccess access = ConfiguredAccess.from(config);
    var making =
        new HttpTransportProvider()
            .create(
                new TransportContext(
                    config,
                    Observer.NONE,
                    Tracer.NONE,
                    access,
                    TransportContext.Monitoring.NONE,
                    new McpEndpointProvider().create(new PluginContext(config, counter)),
                    List.of()));
    assertThat(config.faults()).isEmpty();
    this.transport = making.apply(access.gate(membrane));
    this.address = transport.start().replaceFirst("^http on (\\S+),.*$", "$1");
  }

  Membrane membrane() {
    return membrane;
  }

  /** What the calls were counted as, and how each ended. */
  List<String> counted() {
    return counted;
  }

  HttpRequest.Builder request(String body) {
    return HttpRequest.newBuilder(URI.create("http://" + address + "/mcp"))
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .POST(BodyPublishers.ofString(body));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException failed) {
      throw new AssertionError(failed);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stop);
    }
  }

  /** A request of the older era, and its whole answer. */
  JsonNode ask(@Nullable String key, String method, String params) {
    HttpRequest.Builder request = request(message(method, params));
    if (key != null) {
      request.header("authorization", "Bearer " + key);
    }
    return parsed(send(request).body());
  }

  /** What a tool answers in words. */
  String use(@Nullable String key, String tool, String arguments) {
    JsonNode answer = call(key, tool, arguments);
    assertThat(answer.path("isError").asBoolean()).as(answer.toString()).isFalse();
    return answer.at("/content/0/text").asText();
  }

  /** What a tool answers that cannot do it. */
  String refusal(@Nullable String key, String tool, String arguments) {
    JsonNode answer = call(key, tool, arguments);
    assertThat(answer.path("isError").asBoolean()).as(answer.toString()).isTrue();
    return answer.at("/content/0/text").asText();
  }

  /**
   * What a tool answers in words to a host that keeps to a scope, whether it could do it or not.
   */
  String answerIn(String scope, @Nullable String key, String tool, String arguments) {
    String params = "{\"name\": \"%s\", \"arguments\": %s}".formatted(tool, arguments);
    HttpRequest.Builder request =
        request(message("tools/call", params)).header("membrane-scope", scope);
    if (key != null) {
      request.header("authorization", "Bearer " + key);
    }
    return parsed(send(request).body()).at("/result/content/0/text").asText();
  }

  private JsonNode call(@Nullable String key, String tool, String arguments) {
    ObjectNode params = JSON.createObjectNode().put("name", tool);
    params.set("arguments", parsed(arguments));
    return ask(key, "tools/call", params.toString()).path("result");
  }

  /** A request of the newer era, with all of its headers. */
  HttpResponse<String> askStateless(String method, String params, @Nullable String named) {
    ObjectNode all = (ObjectNode) parsed(params);
    all.set("_meta", parsed(META));
    HttpRequest.Builder request =
        request(message(method, all.toString()))
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", method);
    return send(named == null ? request : request.header("mcp-name", named));
  }

  String message(String method, String params) {
    requests++;
    return "{\"jsonrpc\": \"2.0\", \"id\": %s, \"method\": \"%s\", \"params\": %s}"
        .formatted(requests, method, params);
  }

  static JsonNode parsed(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException noJson) {
      throw new AssertionError(json, noJson);
    }
  }

  @Override
  public void close() {
    transport.close();
    membrane.close();
  }
}
