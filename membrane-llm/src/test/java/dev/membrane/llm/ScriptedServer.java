package dev.membrane.llm;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;

/** Stands for a provider: answers with mishaps first, then like a model. Remembers all requests. */
final class ScriptedServer implements AutoCloseable {

  static final String KEY = "sk-very-secret";
  static final RecordCodec CODEC = new RecordCodec();

  final List<RecordedRequest> requests = new CopyOnWriteArrayList<>();
  private final Queue<MockResponse> script = new ArrayDeque<>();
  private final MockWebServer server = new MockWebServer();

  ScriptedServer(Function<String, MockResponse> model) {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            requests.add(request);
            MockResponse next = next();
            return next == null ? model.apply(text(request)) : next;
          }
        });
    try {
      server.start();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private MockResponse next() {
    synchronized (script) {
      return script.poll();
    }
  }

  ScriptedServer first(MockResponse... mishaps) {
    synchronized (script) {
      script.addAll(List.of(mishaps));
    }
    return this;
  }

  String url() {
    return server.url("/v1").toString();
  }

  static String text(RecordedRequest request) {
    return request.getBody() == null ? "" : request.getBody().utf8();
  }

  List<String> bodies() {
    return requests.stream().map(ScriptedServer::text).toList();
  }

  static MockResponse.Builder answering(int code) {
    return new MockResponse.Builder().code(code);
  }

  static MockResponse status(int code) {
    return answering(code).body("{}").build();
  }

  static MockResponse json(Object value) {
    return answering(200).body(CODEC.write(JsonValue.of(value))).build();
  }

  /** A completion with these words. */
  static MockResponse saying(String content) {
    return json(completion(content));
  }

  static Map<String, Object> completion(String content) {
    return Map.of(
        "choices",
        List.of(Map.of("message", Map.of("role", "assistant", "content", content))),
        "usage",
        Map.of("prompt_tokens", 100, "completion_tokens", 7));
  }

  /** An answer of HTTP/1.0, after which the connection is closed without a word. */
  static MockResponse hangingUp(MockResponse answer) {
    return answer
        .newBuilder()
        .status(answer.getStatus().replace("HTTP/1.1", "HTTP/1.0"))
        .onResponseEnd(SocketEffect.ShutdownConnection.INSTANCE)
        .build();
  }

  static MockResponse silent() {
    return new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build();
  }

  static MockResponse brokenOff() {
    return answering(200)
        .body("{\"choices\": [" + " ".repeat(20_000))
        .onResponseBody(new SocketEffect.CloseSocket())
        .build();
  }

  /** The entries of a request for facts. */
  static List<Map<String, JsonValue>> episodes(String body) {
    String[] lines = user(body).split("\n", -1);
    JsonObject document = (JsonObject) CODEC.parse("document", lines[1]);
    List<Map<String, JsonValue>> episodes = new ArrayList<>();
    ((JsonArray) document.members().get("episodes"))
        .items()
        .forEach(item -> episodes.add(((JsonObject) item).members()));
    return episodes;
  }

  static String user(String body) {
    return message(body, 1);
  }

  static String system(String body) {
    return message(body, 0);
  }

  private static String message(String body, int place) {
    JsonObject request = (JsonObject) CODEC.parse("request", body);
    JsonObject message =
        (JsonObject) ((JsonArray) request.members().get("messages")).items().get(place);
    return ((JsonString) message.members().get("content")).value();
  }

  /** What was said in an entry, and apart from it what tools returned. */
  static List<String> texts(Map<String, JsonValue> episode, String list, String member) {
    return ((JsonArray) episode.get(list))
        .items().stream()
            .map(item -> ((JsonObject) item).members().get(member))
            .filter(value -> value instanceof JsonString)
            .map(value -> ((JsonString) value).value())
            .toList();
  }

  @Override
  public void close() {
    server.close();
  }
}
