package dev.membrane.mcp;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.server.HttpCaller;
import dev.membrane.server.StartException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Passes messages on to a server, and its answers back, a line each. A server that is gone is
 * started again and the message sent once more, under the same key, so that it is done once.
 * Thread-safe.
 */
final class StdioProxy {

  static final String INITIALIZE = "initialize";

  private static final RecordCodec CODEC = new RecordCodec();
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"ping\"}";

  private final RandomIds keys = new RandomIds();
  private final ServerFinder servers;
  private final Optional<String> scope;
  private final PrintWriter out;
  private @Nullable HttpCaller server;
  private volatile String session = "";

  /**
   * A proxy that has not looked for a server yet.
   *
   * @param scope the only one that is reached; empty: all that are the key's
   */
  StdioProxy(ServerFinder servers, Optional<String> scope, PrintWriter out) {
    this.servers = servers;
    this.scope = scope;
    this.out = out;
  }

  /** Passes a message on, and writes the answer if there is one. */
  void pass(byte[] line) {
    RpcMessage message;
    try {
      message = RpcMessage.read(line);
    } catch (RpcException malformed) {
      write(malformed.toAnswer(null));
      return;
    }
    try {
      ask(message, line).ifPresent(this::write);
    } catch (IOException | StartException lost) {
      refuse(message, "the memory cannot be reached: " + lost.getMessage());
    }
  }

  /** Tells the server that a client is still there. */
  void ping() {
    byte[] line = PING.getBytes(StandardCharsets.UTF_8);
    try {
      post(found(), RpcMessage.read(line), line, keys.next());
    } catch (IOException | StartException gone) {
      // The next message starts another.
      forget();
    }
  }

  private Optional<JsonObject> ask(RpcMessage message, byte[] line) throws IOException {
    String key = keys.next();
    Optional<JsonObject> answer;
    try {
      answer = post(found(), message, line, key);
    } catch (IOException gone) {
      forget();
      answer = post(found(), message, line, key);
    }
    if (message.method().equals(INITIALIZE)) {
      answer.flatMap(RequestHeaders::agreed).ifPresent(agreed -> session = agreed);
    }
    return message.isRequest() ? answer : Optional.empty();
  }

  private synchronized HttpCaller found() throws IOException {
    if (server == null) {
      server = servers.find();
    }
    return server;
  }

  private synchronized void forget() {
    server = null;
  }

  private Optional<JsonObject> post(HttpCaller to, RpcMessage message, byte[] line, String key)
      throws IOException {
    HttpURLConnection connection = to.post(McpEndpoint.PATH, line.length);
    connection.setRequestProperty("Accept", "application/json, text/event-stream");
    connection.setRequestProperty(McpCall.IDEMPOTENCY_HEADER, key);
    scope.ifPresent(one -> connection.setRequestProperty(McpCall.SCOPE_HEADER, one));
    Map<String, String> headers = RequestHeaders.of(message, session);
    headers.forEach(connection::setRequestProperty);
    try (OutputStream body = connection.getOutputStream()) {
      body.write(line);
    }
    return answer(connection, message);
  }

  private static Optional<JsonObject> answer(HttpURLConnection connection, RpcMessage message)
      throws IOException {
    int status = connection.getResponseCode();
    InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream();
    String text = body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
    if (text.isEmpty() && status < 400) {
      return Optional.empty();
    }
    JsonObject answer = parsed(text);
    return Optional.of(
        answer.members().containsKey("jsonrpc")
            ? answer
            : new RpcException(RpcException.INTERNAL, status, told(status, answer))
                .toAnswer(message.id()));
  }

  private static JsonObject parsed(String text) {
    try {
      return (JsonObject) CODEC.parse("answer", text);
    } catch (ValidationException | ClassCastException noObject) {
      return new Members().build();
    }
  }

  private static String told(int status, JsonObject problem) {
    if (status == HttpURLConnection.HTTP_UNAUTHORIZED) {
      return "the api key is missing or unknown: the variable "
          + ServerFinder.CLIENT_KEY
          + " holds the key that membraned mcp shows";
    }
    return Members.text(problem, "message").orElse("the server answered with status " + status);
  }

  private void refuse(RpcMessage message, String text) {
    if (message.isRequest()) {
      write(new RpcException(RpcException.INTERNAL, 0, text).toAnswer(message.id()));
    }
  }

  /** Tells that a line is longer than any message may be. */
  void refuseLongLine() {
    write(
        new RpcException(RpcException.INVALID_REQUEST, 0, "the message is too long")
            .toAnswer(null));
  }

  private void write(JsonObject answer) {
    String line = CODEC.write(answer);
    synchronized (out) {
      out.println(line);
    }
  }
}
