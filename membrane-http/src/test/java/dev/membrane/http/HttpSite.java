package dev.membrane.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.Caller;
import dev.membrane.Caller.Quota;
import dev.membrane.FailedPreconditionException;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.QuotaExceededException;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.server.internal.access.KeyedGate;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** An engine that is served over HTTP, to callers who each get a key. */
final class HttpSite implements AutoCloseable {

  private static final Pattern HALF_A_PAIR = Pattern.compile("[\\ud800-\\udfff]");
  private static final String OPERATOR = "the-operators-own-key";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Map<String, Caller> known = new HashMap<>();
  private final KeyedGate gate;
  private final Transport transport;
  private final String address;

  private HttpSite(Memory engine) {
    Config config = config();
    ConfiguredAccess access = ConfiguredAccess.from(config);
    var making =
        new HttpTransportProvider().create(new TransportContext(config, Observer.NONE, access));
    this.gate = access.gate(engine);
    this.transport = making.apply(gate);
    this.address = transport.start().replaceFirst("^http on (\\S+),.*$", "$1");
  }

  static HttpSite serving(Memory engine) {
    return new HttpSite(engine);
  }

  synchronized JsonNode call(Caller caller, String path, ObjectNode request) {
    admit(caller);
    HttpRequest.Builder asking =
        HttpRequest.newBuilder(URI.create("http://" + address + "/v1/" + path))
            .header("content-type", "application/json")
            .header("authorization", "Bearer " + key(caller))
            .POST(body(request.toString()));
    HttpResponse<String> response = send(asking.build());
    JsonNode answer = Site.parsed(response.body());
    if (response.statusCode() != Statuses.OK) {
      throw failure(answer);
    }
    return answer;
  }

  /** Streams lines, and returns those of the answer. */
  synchronized List<JsonNode> lines(Caller caller, String lines) {
    admit(caller);
    HttpRequest.Builder asking =
        HttpRequest.newBuilder(URI.create("http://" + address + "/v1/ingest-stream"))
            .header("content-type", "application/x-ndjson")
            .header("authorization", "Bearer " + key(caller))
            .POST(body(lines));
    HttpResponse<String> response = send(asking.build());
    if (response.statusCode() != Statuses.OK) {
      throw failure(Site.parsed(response.body()));
    }
    return response.body().lines().map(Site::parsed).toList();
  }

  /** UTF-8 has no half of a surrogate pair, but JSON can write one. */
  private static BodyPublisher body(String json) {
    return BodyPublishers.ofString(
        HALF_A_PAIR
            .matcher(json)
            .replaceAll(half -> "\\\\u" + Integer.toHexString(half.group().charAt(0))));
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException failed) {
      throw new AssertionError(failed);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stop);
    }
  }

  static MembraneException failure(JsonNode problem) {
    String message = problem.path("message").asText();
    return switch (problem.path("code").asText()) {
      case "INVALID_ARGUMENT" ->
          ValidationException.worded(problem.path("field").asText(), message);
      case "NOT_FOUND" -> new NotFoundException(message);
      case "PERMISSION_DENIED" -> AccessDeniedException.of(problem.path("field").asText(), message);
      case "ALREADY_EXISTS" -> new AlreadyExistsException(message);
      case "FAILED_PRECONDITION" -> new FailedPreconditionException(message);
      case "RESOURCE_EXHAUSTED" -> new QuotaExceededException(message);
      default -> throw new AssertionError(problem.toString());
    };
  }

  /** Lets a caller in under their own key, with the rights that they have now. */
  private void admit(Caller caller) {
    if (!caller.equals(Caller.ANONYMOUS) && !isSame(known.put(caller.name(), caller), caller)) {
      gate.reload(config());
    }
  }

  private static boolean isSame(Caller before, Caller now) {
    return before != null
        && before.visibility().equals(now.visibility())
        && before.permissions().equals(now.permissions())
        && before.quota().equals(now.quota());
  }

  private Config config() {
    Map<String, JsonValue> values = new HashMap<>();
    values.put("http_addr", new JsonString("127.0.0.1:0"));
    values.put("api_key", new JsonString(OPERATOR));
    values.put("rate_limit_per_second", new JsonString("0"));
    values.put(
        "principals",
        new JsonArray(known.values().stream().<JsonValue>map(HttpSite::principal).toList()));
    return new Config(values);
  }

  private static JsonObject principal(Caller caller) {
    Map<String, JsonValue> members = new HashMap<>();
    members.put("name", new JsonString(caller.name()));
    members.put("api_key_sha256", new JsonString(digest(key(caller))));
    members.put("max_sensitivity", new JsonString(caller.visibility().ceiling().wireName()));
    if (caller.visibility().scopes() != null) {
      members.put("scopes", texts(caller.visibility().scopes()));
    }
    members.put(
        "permissions", texts(caller.permissions().stream().map(Permission::wireName).toList()));
    if (!caller.quota().equals(Quota.NONE)) {
      throw new IllegalArgumentException("no test has a quota");
    }
    return new JsonObject(members);
  }

  private static JsonArray texts(Collection<String> texts) {
    return new JsonArray(texts.stream().<JsonValue>map(JsonString::new).toList());
  }

  /** Who has every right is the operator. */
  private static String key(Caller caller) {
    return caller.equals(Caller.ANONYMOUS) ? OPERATOR : "the key of " + caller.name();
  }

  static String digest(String key) {
    try {
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Override
  public void close() {
    transport.close();
  }
}
