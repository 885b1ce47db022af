package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.protocol.ReadableJson;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.HttpCaller;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.StartException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLHandshakeException;

/** A running server, asked over HTTP. */
final class ServerMemory implements Memory {

  private static final int CONNECTED_WITHIN_MILLIS = 5_000;

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

  @Override
  public JsonNode call(String name, JsonNode request) {
    byte[] body = JsonText.write(request).getBytes(StandardCharsets.UTF_8);
    try {
      HttpURLConnection connection = server.post(ReadableJson.path(name), body.length);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body);
      }
      return answer(connection);
    } catch (SSLHandshakeException refused) {
      throw new StartException(
          "the certificate of the server on "
              + server.target()
              + " is refused: "
              + refused.getMessage()
              + "; it has to be for this name, and tls_cert_file the server's",
          refused);
    } catch (IOException lost) {
      throw new StartException(
          "the server on "
              + server.target()
              + " does not answer: "
              + lost.getMessage()
              + "; if it has ended, start membraned",
          lost);
    }
  }

  private JsonNode answer(HttpURLConnection connection) throws IOException {
    int status = connection.getResponseCode();
    if (status == HttpURLConnection.HTTP_UNAUTHORIZED) {
      // What is streamed has no body then.
      throw new StartException(
          (server.hasKey() ? "unknown api key" : "an api key is required")
              + ": the variable "
              + MemoryCommand.KEY
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
      throw new StartException(otherServer(status), noJson);
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
