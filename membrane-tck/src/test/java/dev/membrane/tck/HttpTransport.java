package dev.membrane.tck;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.membrane.AccessDeniedException;
import dev.membrane.Memory;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.server.Admission;
import dev.membrane.server.Gate;
import dev.membrane.server.NotAdmittedException;
import dev.membrane.server.StartException;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.TransportProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A small transport, as another vendor might write one: the ids of all records, one a line. */
class HttpTransport implements Transport {

  private final Gate gate;
  private @Nullable HttpServer server;

  HttpTransport(Gate gate) {
    this.gate = gate;
  }

  /** Makes transports of a kind. */
  record Provider(Function<Gate, Transport> making) implements TransportProvider {

    @Override
    public String name() {
      return "http";
    }

    @Override
    public Function<Gate, Transport> create(TransportContext context) {
      return making;
    }
  }

  /** What a call is let in with. */
  Admission admit(@Nullable String key, String address) {
    return gate.admit(key, address);
  }

  @Override
  public String start() {
    try {
      HttpServer starting =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      starting.createContext("/", this::answer);
      starting.start();
      server = starting;
      return "http://localhost:" + starting.getAddress().getPort() + "/";
    } catch (IOException failed) {
      throw new StartException("cannot listen", failed);
    }
  }

  @Override
  public void close() {
    if (server != null) {
      server.stop(0);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String key = exchange.getRequestHeaders().getFirst("X-Key");
      String address = exchange.getRemoteAddress().getAddress().getHostAddress();
      send(exchange, 200, ids(admit(key, address).memory()));
    } catch (NotAdmittedException refused) {
      send(exchange, 401, String.valueOf(refused.getMessage()));
    } catch (AccessDeniedException refused) {
      send(exchange, 403, String.valueOf(refused.getMessage()));
    }
  }

  private static String ids(Memory membrane) {
    RetrieveRequest all =
        RetrieveRequest.builder().trust(TrustContext.upTo(Sensitivity.HYPER)).build();
    return membrane.retrieval().retrieve(all).records().stream()
        .map(MemoryRecord::id)
        .collect(Collectors.joining("\n"));
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  /** As a client calls it. */
  static List<String> call(String url, @Nullable String key) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    HttpRequest keyed = (key == null ? request : request.header("X-Key", key)).build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(keyed, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(answer.statusCode() + " " + answer.body());
    }
    return answer.body().lines().toList();
  }
}
