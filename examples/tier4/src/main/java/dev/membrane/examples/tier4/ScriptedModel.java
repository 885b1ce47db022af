package dev.membrane.examples.tier4;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.membrane.schema.JsonArray;
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
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Speaks like a provider of language models and understands one kind of sentence: "… prefers …".
 * Listens on loopback, on a free port.
 */
public final class ScriptedModel implements AutoCloseable {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final Pattern SENTENCE = Pattern.compile("(\\w+) prefers (\\w+)");

  private final HttpServer server;

  /** Starts to answer. */
  public ScriptedModel() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/chat/completions", ScriptedModel::handle);
    server.start();
  }

  /** What to set {@code llm_endpoint} to. */
  public String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  private static void handle(HttpExchange exchange) throws IOException {
    String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    byte[] answer = completion(facts(request)).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  /** The second line of the user's message is the document with the episodes. */
  private static List<Object> facts(String request) {
    JsonArray messages = (JsonArray) member(CODEC.parse("request", request), "messages");
    String user = ((JsonString) member(messages.items().get(1), "content")).value();
    JsonValue document = CODEC.parse("document", user.split("\n", -1)[1]);
    List<Object> facts = new ArrayList<>();
    for (JsonValue episode : ((JsonArray) member(document, "episodes")).items()) {
      Matcher sentence = SENTENCE.matcher(CODEC.write(member(episode, "said")));
      while (sentence.find()) {
        facts.add(
            Map.of(
                "episode", member(episode, "episode"),
                "subject", sentence.group(1),
                "predicate", "prefers",
                "object", sentence.group(2)));
      }
    }
    return facts;
  }

  private static String completion(List<Object> facts) {
    String content = CODEC.write(JsonValue.of(Map.of("facts", facts)));
    return CODEC.write(
        JsonValue.of(Map.of("choices", List.of(Map.of("message", Map.of("content", content))))));
  }

  private static JsonValue member(JsonValue object, String name) {
    return Objects.requireNonNull(((JsonObject) object).get(name), name);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
