package dev.membrane.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.http.HttpTransportProvider;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.TransportContext.Monitoring;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Tracer;
import dev.membrane.store.memory.InMemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A memory that is served over HTTP with the hooks, and a host that sends it events. */
final class Site implements AutoCloseable {

  static final String ANSWER_WITHIN = "plugins.hooks.answer_within";
  static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final RecordCodec CODEC = new RecordCodec();

  final Membrane membrane;
  private final Transport transport;
  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;

  private Site(Membrane membrane, Map<String, JsonValue> settings, Tracer tracer) {
    this.membrane = membrane;
    Map<String, JsonValue> all = new HashMap<>(settings);
    all.put("http_addr", new JsonString("127.0.0.1:0"));
    // A busy machine may take longer than a host is let wait.
    all.putIfAbsent(ANSWER_WITHIN, new JsonString("10s"));
    Config config = new Config(all);
    ConfiguredAccess access = ConfiguredAccess.from(config);
    TransportContext context =
        new TransportContext(
            config,
            Observer.NONE,
            Tracer.NONE,
            access,
            Monitoring.NONE,
            new HooksProvider().create(new PluginContext(config, Observer.NONE, tracer)),
            List.of());
    this.transport = new HttpTransportProvider().create(context).apply(access.gate(membrane));
    assertThat(config.faults()).isEmpty();
    this.address = transport.start().replaceFirst("^http on (\\S+),.*$", "$1");
  }

  static MembraneBuilder memory() {
    return Membrane.builder().store(new InMemoryStore()).clock(() -> NOW).backgroundJobs(false);
  }

  static Site started(String... keysAndValues) {
    Map<String, JsonValue> settings = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put(keysAndValues[i], new JsonString(keysAndValues[i + 1]));
    }
    return of(memory().build(), settings);
  }

  static Site of(Membrane membrane, Map<String, JsonValue> settings) {
    return new Site(membrane, settings, Tracer.NONE);
  }

  static Site traced(Membrane membrane, Tracer tracer) {
    return new Site(membrane, Map.of(), tracer);
  }

  /** Host and port. */
  String address() {
    return address;
  }

  /** The events of a recorded stream, one a line. */
  static List<String> recorded(String name) {
    try (InputStream in = Site.class.getResourceAsStream(name)) {
      assertThat(in).as(name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  HttpResponse<String> post(String host, String event, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + address + "/hooks/" + host))
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString(event));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException failed) {
      throw new AssertionError(failed);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stop);
    }
  }

  /** The answer to an event that has to be taken. */
  JsonNode tell(String host, String event, String... headers) {
    HttpResponse<String> response = post(host, event, headers);
    assertThat(response.statusCode()).as("%s: %s", event, response.body()).isEqualTo(200);
    return parsed(response.body());
  }

  /** Sends an event whose members are given as names and values. */
  JsonNode claude(String name, Object... members) {
    return tell("claude-code", event(name, members));
  }

  static String event(String name, Object... members) {
    Map<String, Object> event = new HashMap<>();
    event.put("session_id", "s1");
    event.put("cwd", "/home/someone/shop");
    event.put("hook_event_name", name);
    for (int i = 0; i < members.length; i += 2) {
      event.put((String) members[i], members[i + 1]);
    }
    return CODEC.write(JsonValue.of(event));
  }

  static JsonNode parsed(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException malformed) {
      throw new AssertionError(json, malformed);
    }
  }

  List<MemoryRecord> records(MemoryType type) {
    return membrane
        .retrieval()
        .retrieve(
            RetrieveRequest.builder()
                .trust(TrustContext.upTo(Sensitivity.HYPER))
                .memoryTypes(Set.of(type))
                .limit(1_000)
                .build())
        .records()
        .stream()
        .sorted((one, other) -> one.id().compareTo(other.id()))
        .toList();
  }

  /** Every episode, the oldest first. */
  List<MemoryRecord> episodes() {
    return records(MemoryType.EPISODIC);
  }

  static EpisodicPayload trace(MemoryRecord episode) {
    return (EpisodicPayload) episode.payload();
  }

  /** Everything that is stored, as it would be exported. */
  String stored() {
    StringBuilder all = new StringBuilder();
    for (MemoryType type : MemoryType.values()) {
      records(type).forEach(record -> all.append(CODEC.encode(record)).append('\n'));
    }
    return all.toString();
  }

  @Override
  public void close() {
    transport.close();
    membrane.close();
  }
}
