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
import dev.membrane.server.ListenAddress;
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
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A small transport, as another vendor might write one: the ids of all records, one a line. */
class HttpTransport implements Transport {

  private static final ListenAddress DEFAULT = ListenAddress.parse("localhost:0");

  private final Gate gate;
  private final ScheduledExecutorService late = Executors.newSingleThreadScheduledExecutor();
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
      ListenAddress address =
          context.config().plugin(name()).value("listen_addr", DEFAULT, ListenAddress::parse);
      context.access().listensOn("plugins.http.listen_addr", address);
      return making;
    }
  }

  /** What a call is let in with. */
  @SuppressWarnings("NullAway") // A flawed one may know no address.
  Admission admit(@Nullable String key, @Nullable String address) {
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

  /** Closed once, as is promised, and no second time. */
  @Override
  public void close() {
    if (late.isShutdown()) {
      throw new IllegalStateException("closed already");
    }
    late.shutdownNow();
    if (server != null) {
      server.stop(0);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try {
      String key = exchange.getRequestHeaders().getFirst("X-Key");
      send(exchange, 200, ids(admit(key, address(exchange)).memory()));
    } catch (NotAdmittedException refused) {
      refuse(exchange, refused);
    } catch (AccessDeniedException refused) {
      send(exchange, 403, String.valueOf(refused.getMessage()));
    }
  }

  /** Where a call comes from. */
  @Nullable String address(HttpExchange exchange) {
    return exchange.getRemoteAddress().getAddress().getHostAddress();
  }

  /** Tells a caller why they are not let in. */
  void refuse(HttpExchange exchange, NotAdmittedException refused) throws IOException {
    var unused =
        late.schedule(
            () -> {
              send(exchange, 401, String.valueOf(refused.getMessage()));
              return null;
            },
            refused.delay().toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private static String ids(Memory membrane) {
    RetrieveRequest all =
        RetrieveRequest.builder().trust(TrustContext.upTo(Sensitivity.HYPER)).build();
    return membrane.retrieval().retrieve(all).records().stream()
        .map(MemoryRecord::id)
        .collect(Collectors.joining("\n"));
  }

  static void send(HttpExchange exchange, int status, String text) throws IOException {
    try (exchange) {
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
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
