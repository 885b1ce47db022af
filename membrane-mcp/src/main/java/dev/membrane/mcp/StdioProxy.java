package dev.membrane.mcp;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.server.HeaderText;
import dev.membrane.server.StartException;
import dev.membrane.server.command.HttpCaller;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes messages on to a server, and its answers back, one line each. If the server is gone, it is
 * started again and the message is sent once more. Both attempts have the same idempotency key, so
 * that the call counts once. Thread-safe.
 */
final class StdioProxy {

  static final String INITIALIZE = "initialize";

  private static final RecordCodec CODEC = new RecordCodec();
  private static final long ENDS_WITHIN_SECONDS = 30;
  private static final long AGAIN_AFTER_MILLIS = 50;

  /** Hosts wait for a minute, and then tell the model nothing of what it can do. */
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(50);

  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"ping\"}";

  private final RandomIds keys = new RandomIds();
  private final ServerFinder servers;
  private final Optional<String> scope;
  private final PrintWriter out;
  private final TimeLimit time;
  private @Nullable HttpCaller server;
  private volatile String session = "";
  private volatile boolean hasWrittenAll = true;

  /**
   * A proxy that has not looked for a server yet.
   *
   * @param scope the only one that is reached; empty: all that are the key's
   */
  StdioProxy(ServerFinder servers, Optional<String> scope, PrintWriter out) {
    this(servers, scope, out, ANSWERED_WITHIN);
  }

  /**
   * One for tests.
   *
   * @param answeredWithin after which a server is taken to hang
   */
  StdioProxy(
      ServerFinder servers, Optional<String> scope, PrintWriter out, Duration answeredWithin) {
    this.servers = servers;
    this.scope = scope;
    this.out = out;
    this.time = new TimeLimit(answeredWithin);
  }

  /** The message of a line; empty if it is none, which the host is told. */
  Optional<RpcMessage> read(byte[] line) {
    try {
      return Optional.of(RpcMessage.read(line));
    } catch (RpcException malformed) {
      write(malformed.toAnswer());
      return Optional.empty();
    }
  }

  /**
   * Passes a message on, and writes the answer if there is one.
   *
   * @param line what was read as the message
   * @param isWanted whether the host still waits for the answer
   */
  void pass(RpcMessage message, byte[] line, BooleanSupplier isWanted) {
    answer(message, line).filter(answer -> isWanted.getAsBoolean()).ifPresent(this::write);
  }

  private Optional<JsonObject> answer(RpcMessage message, byte[] line) {
    try {
      return ask(message, line);
    } catch (StartException lost) {
      return refusal(message, "the memory cannot be reached: " + lost.getMessage());
    } catch (RuntimeException fault) {
      // Whatever it is: a host that gets no answer waits for ever.
      return refusal(message, "the message was not passed on: " + fault);
    }
  }

  /** Tells the server that a client is still there. */
  void ping() {
    HttpCaller known = known();
    if (known == null) {
      return;
    }
    byte[] line = PING.getBytes(StandardCharsets.UTF_8);
    try {
      time.within(() -> post(known, RpcMessage.read(line), line, keys.next()));
    } catch (IOException | TimeoutException gone) {
      // It may have been stopped on purpose; only a message starts another.
      forget();
    }
  }

  private Optional<JsonObject> ask(RpcMessage message, byte[] line) {
    Optional<JsonObject> answer = answered(message, line, keys.next());
    if (message.method().equals(INITIALIZE)) {
      answer.flatMap(RequestHeaders::agreed).ifPresent(agreed -> session = agreed);
    }
    return message.isRequest() ? answer : Optional.empty();
  }

  /** A server that ends refuses messages until it is gone, and only then there can be another. */
  private Optional<JsonObject> answered(RpcMessage message, byte[] line, String key) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ENDS_WITHIN_SECONDS);
    while (true) {
      HttpCaller asked = found();
      try {
        return time.within(() -> post(asked, message, line, key));
      } catch (TimeoutException hangs) {
        throw tooSlow(asked, hangs);
      } catch (IOException gone) {
        forget();
        boolean isFinal = !servers.startsServers() || HttpCaller.isOfCertificate(gone);
        if (isFinal || System.nanoTime() > end) {
          throw notAnswered(asked, gone);
        }
        pause();
      }
    }
  }

  private StartException tooSlow(HttpCaller asked, TimeoutException hangs) {
    String waited = time.limit().toSeconds() + " s";
    String text =
        "the server on "
            + asked.target()
            + " has not answered within "
            + waited
            + ", and may still do what was asked. Try again; if it hangs, "
            + servers.howToReplace();
    return new StartException(text, hangs);
  }

  private static StartException notAnswered(HttpCaller asked, IOException gone) {
    String why =
        gone instanceof UnavailableException
            ? "the server on " + asked.target() + " is not available: " + gone.getMessage()
            : asked.fault(gone);
    return new StartException(why, gone);
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(AGAIN_AFTER_MILLIS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new StartException("interrupted");
    }
  }

  private synchronized @Nullable HttpCaller known() {
    return server;
  }

  private synchronized HttpCaller found() {
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
    // Ends what nobody waits for any more.
    connection.setReadTimeout(2 * (int) time.limit().toMillis());
    connection.setRequestProperty("Accept", "application/json, text/event-stream");
    connection.setRequestProperty(McpCall.IDEMPOTENCY_HEADER, key);
    scope
        .map(HeaderText::encoded)
        .ifPresent(one -> connection.setRequestProperty(McpCall.SCOPE_HEADER, one));
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
    if (answer.members().containsKey("jsonrpc")) {
      return Optional.of(answer);
    }
    if (status == HttpURLConnection.HTTP_UNAVAILABLE) {
      throw new UnavailableException(told(status, answer));
    }
    return Optional.of(
        new RpcException(RpcException.INTERNAL, status, told(status, answer))
            .toAnswer(message.id()));
  }

  /** The server says that it cannot answer now. */
  private static final class UnavailableException extends IOException {
    UnavailableException(String told) {
      super(told);
    }
  }

  private static JsonObject parsed(String text) {
    try {
      return (JsonObject) CODEC.parseWritten("answer", text);
    } catch (ValidationException | ClassCastException noObject) {
      return MessageFields.NONE;
    }
  }

  private static String told(int status, JsonObject problem) {
    if (status == HttpURLConnection.HTTP_UNAUTHORIZED) {
      return "the api key is missing or unknown: the variable "
          + HttpCaller.KEY_VARIABLE
          + " holds the key that membraned mcp shows";
    }
    return MessageFields.text(problem, "message")
        .orElse("the server answered with status " + status);
  }

  private static Optional<JsonObject> refusal(RpcMessage message, String text) {
    return message.isRequest()
        ? Optional.of(new RpcException(RpcException.INTERNAL, 0, text).toAnswer(message.id()))
        : Optional.empty();
  }

  /** Tells that a line is longer than any message may be. */
  void refuseLongLine() {
    write(RpcException.invalidRequest(null, "the message is too long").toAnswer());
  }

  private void write(JsonValue answer) {
    String line = RpcMessage.written(answer);
    synchronized (out) {
      out.println(line);
      hasWrittenAll &= !out.checkError();
    }
  }

  /** Whether every answer so far went out. */
  boolean hasWrittenAll() {
    return hasWrittenAll;
  }
}
