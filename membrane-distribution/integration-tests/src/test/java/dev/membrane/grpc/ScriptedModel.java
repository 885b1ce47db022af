package dev.membrane.grpc;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A provider on loopback that understands "… prefers …", and can be held up or refuse. */
final class ScriptedModel implements AutoCloseable {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final Pattern PREFERENCE = Pattern.compile("(\\w+) prefers (\\w+)");

  final List<String> bodies = new CopyOnWriteArrayList<>();
  final List<String> keys = new CopyOnWriteArrayList<>();
  volatile boolean refuses;
  private volatile Hold hold = new Hold(Integer.MAX_VALUE);
  private final HttpServer server;

  /** From which request on nothing is answered. */
  private static final class Hold {
    private final int from;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);

    Hold(int from) {
      this.from = from;
    }
  }

  ScriptedModel() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/v1/chat/completions", this::handle);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  /** Answers a number of requests more, and then none until {@link #goOn}. */
  void holdAfter(int requests) {
    hold = new Hold(bodies.size() + requests);
  }

  /** Waits until a request is held up. */
  void awaitHeld() throws InterruptedException {
    hold.reached.await();
  }

  void goOn() {
    Hold before = hold;
    hold = new Hold(Integer.MAX_VALUE);
    before.over.countDown();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    bodies.add(body);
    Hold now = hold;
    if (bodies.size() > now.from) {
      now.reached.countDown();
      try {
        now.over.await();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
    byte[] answer = answer(body).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(refuses ? 401 : 200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private static String answer(String body) {
    JsonArray messages = (JsonArray) member(CODEC.parse("body", body), "messages");
    String user = ((JsonString) member(messages.items().get(1), "content")).value();
    JsonValue document = CODEC.parse("document", user.split("\n", -1)[1]);
    List<Object> facts = new ArrayList<>();
    for (JsonValue episode : ((JsonArray) member(document, "episodes")).items()) {
      Matcher found = PREFERENCE.matcher(CODEC.write(member(episode, "said")));
      while (found.find()) {
        facts.add(
            Map.of(
                "episode",
                ((JsonNumber) member(episode, "episode")),
                "subject",
                found.group(1),
                "predicate",
                "prefers",
                "object",
                found.group(2)));
      }
    }
    String content = CODEC.write(JsonValue.of(Map.of("facts", facts)));
    return CODEC.write(
        JsonValue.of(
            Map.of(
                "choices",
                List.of(Map.of("message", Map.of("content", content))),
                "usage",
                Map.of("prompt_tokens", 10, "completion_tokens", 5))));
  }

  private static JsonValue member(JsonValue object, String name) {
    return ((JsonObject) object).members().get(name);
  }

  @Override
  public void close() {
    goOn();
    server.stop(0);
  }
}
