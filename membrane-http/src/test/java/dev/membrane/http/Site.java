package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import dev.membrane.Membrane;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.TransportProvider;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.server.internal.access.KeyedGate;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A memory that is served, and a client that speaks to it. */
final class Site implements AutoCloseable {

  static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .configure(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES, false);

  final Membrane membrane;
  final List<String> told = new ArrayList<>();
  private final List<Transport> transports = new ArrayList<>();
  private final List<KeyedGate> gates = new ArrayList<>();
  private final Map<String, String> settings = new HashMap<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private String address = "";

  private Site(MemoryStore store) {
    this.membrane = Membrane.builder().backgroundJobs(false).store(store).build();
  }

  static Site started(String... keysAndValues) {
    return over(new InMemoryStore(), keysAndValues);
  }

  static Site over(MemoryStore store, String... keysAndValues) {
    Site site = new Site(store);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      site.settings.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    site.address =
        site.start(new HttpTransportProvider()).replaceFirst("^http on (\\S+),.*$", "$1");
    return site;
  }

  /** Starts another transport of the same memory, and answers with its start line. */
  String start(TransportProvider provider) {
    Map<String, JsonValue> values = new HashMap<>();
    String addressKey = provider.name().equals("http") ? "http_addr" : "listen_addr";
    values.put(addressKey, new JsonString("127.0.0.1:0"));
    settings.forEach((key, value) -> values.put(key, setting(key, value)));
    Config config = new Config(values);
    ConfiguredAccess access = ConfiguredAccess.from(config);
    Observer observer =
        new Observer() {
          @Override
          public void call(String method, String status, java.time.Duration took) {
            synchronized (told) {
              told.add(method + " " + status);
            }
          }
        };
    var making = provider.create(new TransportContext(config, observer, access));
    assertThat(config.faults()).isEmpty();
    KeyedGate gate = access.gate(membrane);
    gates.add(gate);
    Transport transport = making.apply(gate);
    transports.add(transport);
    return transport.start();
  }

  /** A list is written as JSON. */
  private static JsonValue setting(String key, String value) {
    return value.startsWith("[") ? new RecordCodec().parse(key, value) : new JsonString(value);
  }

  /** From now on this is the only key. */
  void changeKey(String key) {
    gates.forEach(gate -> gate.reload(new Config(Map.of("api_key", new JsonString(key)))));
  }

  /** Host and port. */
  String address() {
    return address;
  }

  String host() {
    return address.replaceFirst(":\\d+$", "");
  }

  int port() {
    return Integer.parseInt(address.replaceFirst("^.*:", ""));
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://" + address + path));
  }

  HttpRequest.Builder json(String path, String body) {
    return request(path)
        .header("content-type", "application/json")
        .POST(BodyPublishers.ofString(body));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    return send(request, BodyHandlers.ofString());
  }

  <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
    try {
      return client.send(request.build(), handler);
    } catch (IOException failed) {
      throw new AssertionError(failed);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stop);
    }
  }

  HttpResponse<String> post(String path, String body) {
    return send(json(path, body));
  }

  HttpResponse<String> get(String path) {
    return send(request(path).GET());
  }

  /** The answer to a call that has to succeed. */
  JsonNode answer(String path, String body) {
    return answered(post(path, body));
  }

  static JsonNode answered(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return parsed(response.body());
  }

  static JsonNode parsed(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException malformed) {
      throw new AssertionError(json, malformed);
    }
  }

  long records() {
    return membrane.metrics().totalRecords();
  }

  @Override
  public void close() {
    transports.forEach(Transport::close);
    membrane.close();
  }
}
