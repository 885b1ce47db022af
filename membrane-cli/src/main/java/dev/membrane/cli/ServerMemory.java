package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.NotFoundException;
import dev.membrane.protocol.ReadableJson;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.StartException;
import dev.membrane.server.command.HttpCaller;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A running server, asked over HTTP. */
final class ServerMemory implements CallableMemory {

  private static final int CONNECTED_WITHIN_MILLIS = 5_000;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int MAX_WAIT_SECONDS = 600;
  private static final int MAX_WAITS = 20;

  private final HttpCaller server;

  /** A server that is asked with the first call. */
  ServerMemory(HttpCaller server) {
    this.server = server;
  }

  /** Whether something listens at an address. */
  static boolean isThere(ListenAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address.socket(), CONNECTED_WITHIN_MILLIS);
      return true;
    } catch (ConnectException nobody) {
      return false;
    } catch (IOException unreachable) {
      throw new StartException(
          "the server on "
              + address
              + " cannot be reached: "
              + unreachable.getMessage()
              + "; start membraned there, or correct http_addr",
          unreachable);
    }
  }

  /** A call that comes too early is sent again when the server says, so that long imports end. */
  @Override
  public JsonNode call(String name, JsonNode request) {
    byte[] body = JsonText.write(request).getBytes(StandardCharsets.UTF_8);
    try {
      HttpURLConnection connection = sent(name, body);
      for (int waits = 0; waits < MAX_WAITS && isTooEarly(connection); waits++) {
        TimeUnit.SECONDS.sleep(secondsToWait(connection));
        readToItsEnd(connection);
        connection = sent(name, body);
      }
      return answer(connection);
    } catch (IOException lost) {
      throw new StartException(server.fault(lost), lost);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new StartException("interrupted while waiting for the server", stop);
    }
  }

  private HttpURLConnection sent(String name, byte[] body) throws IOException {
    HttpURLConnection connection = server.post(ReadableJson.path(name), body.length);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(body);
    }
    return connection;
  }

  /** Only then the next request can use the connection. */
  private static void readToItsEnd(HttpURLConnection connection) throws IOException {
    try (InputStream refusal = connection.getErrorStream()) {
      if (refusal != null) {
        refusal.transferTo(OutputStream.nullOutputStream());
      }
    }
  }

  private static boolean isTooEarly(HttpURLConnection connection) throws IOException {
    return connection.getResponseCode() == TOO_MANY_REQUESTS && secondsToWait(connection) > 0;
  }

  /** As the server says; 0: it does not, or too long for somebody who waits for a command. */
  private static int secondsToWait(HttpURLConnection connection) {
    int seconds = connection.getHeaderFieldInt("Retry-After", 0);
    return seconds > MAX_WAIT_SECONDS ? 0 : seconds;
  }

  private JsonNode answer(HttpURLConnection connection) throws IOException {
    int status = connection.getResponseCode();
    if (status == HttpURLConnection.HTTP_UNAUTHORIZED) {
      // What is streamed has no body then.
      throw new StartException(
          (server.hasKey() ? "unknown api key" : "an api key is required")
              + ": the variable "
              + HttpCaller.KEY_VARIABLE
              + " holds the key of these commands");
    }
    boolean isAnswer = status == HttpURLConnection.HTTP_OK;
    try (InputStream in = isAnswer ? connection.getInputStream() : connection.getErrorStream()) {
      JsonNode answer = parsed(in == null ? new byte[0] : in.readAllBytes(), status);
      if (isAnswer) {
        return answer;
      }
      String why = answer.path("message").asText();
      if (status == HttpURLConnection.HTTP_BAD_REQUEST && !why.isEmpty()) {
        throw new StartException(
            why, ValidationException.worded(answer.path("field").asText(), why));
      }
      if (status == HttpURLConnection.HTTP_NOT_FOUND && !why.isEmpty()) {
        throw new StartException(why, new NotFoundException(why));
      }
      throw new StartException(why.isEmpty() ? otherServer(status) : why);
    }
  }

  private JsonNode parsed(byte[] body, int status) {
    try {
      JsonNode answer = JsonText.read(body);
      if (answer.isObject()) {
        return answer;
      }
    } catch (ValidationException noJson) {
      // Not as the cause: callers read a ValidationException as cause as "the server refused this
      // item", and would go on with the next one.
    }
    throw new StartException(otherServer(status));
  }

  private String otherServer(int status) {
    return "what answers on " + server.target() + " is no membraned (status " + status + ")";
  }

  @Override
  public void close() {
    // Nothing stays open that the end of the process does not close.
  }
}
