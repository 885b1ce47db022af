package dev.membrane.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.protocol.ReadableJson;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.StartException;
import dev.membrane.server.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * A running server, asked over HTTP. With the older client of the Java runtime, as the newer one
 * takes half a second to load, which is longer than all else that a command does.
 */
final class ServerMemory implements Memory {

  private static final int CONNECTED_WITHIN_MILLIS = 5_000;

  private final String target;
  private final Optional<SSLSocketFactory> encryption;
  private final Optional<String> key;

  /**
   * A server that is asked with the first call.
   *
   * @param tls whose certificate is the one to trust; null: no TLS
   */
  ServerMemory(ListenAddress address, @Nullable TlsFiles tls, Optional<String> key) {
    this.target = address.asTarget();
    this.encryption =
        Optional.ofNullable(tls).map(files -> files.trustingContext().getSocketFactory());
    this.key = key;
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
          "the server on " + address + " cannot be reached: " + unreachable.getMessage(),
          unreachable);
    }
  }

  @Override
  public JsonNode call(String name, JsonNode request) {
    byte[] body = JsonText.write(request).getBytes(StandardCharsets.UTF_8);
    try {
      HttpURLConnection connection = connection(name);
      // What is streamed is never sent a second time.
      connection.setFixedLengthStreamingMode(body.length);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body);
      }
      return answer(connection);
    } catch (IOException lost) {
      throw new StartException(
          "the server on " + target + " does not answer: " + lost.getMessage(), lost);
    }
  }

  private HttpURLConnection connection(String name) throws IOException {
    String scheme = encryption.isPresent() ? "https://" : "http://";
    URL url = URI.create(scheme + target + ReadableJson.path(name)).toURL();
    HttpURLConnection connection = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
    if (connection instanceof HttpsURLConnection encrypted) {
      encrypted.setSSLSocketFactory(encryption.orElseThrow());
    }
    connection.setConnectTimeout(CONNECTED_WITHIN_MILLIS);
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/json");
    key.ifPresent(shown -> connection.setRequestProperty("Authorization", "Bearer " + shown));
    return connection;
  }

  private JsonNode answer(HttpURLConnection connection) throws IOException {
    int status = connection.getResponseCode();
    if (status == HttpURLConnection.HTTP_UNAUTHORIZED) {
      // What is streamed has no body then.
      throw new StartException(
          (key.isEmpty() ? "an api key is required" : "unknown api key")
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
      throw new StartException(why.isEmpty() ? otherServer(status) : why);
    }
  }

  private JsonNode parsed(byte[] body, int status) throws IOException {
    try {
      JsonNode answer = JsonText.read(body);
      if (answer.isObject()) {
        return answer;
      }
    } catch (JsonProcessingException noJson) {
      throw new StartException(otherServer(status), noJson);
    }
    throw new StartException(otherServer(status));
  }

  private String otherServer(int status) {
    return "what answers on " + target + " is no membraned (status " + status + ")";
  }

  @Override
  public void close() {
    // Nothing stays open that the end of the process does not close.
  }
}
