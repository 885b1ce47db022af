package dev.membrane.grpc;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.internal.start.Server;
import dev.membrane.spi.Config;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The whole bundled server in this process, with a store on disk and an endpoint for metrics. */
final class RunningServer implements AutoCloseable {

  private final Server server;
  private final List<ManagedChannel> channels = new ArrayList<>();

  private RunningServer(Server server) {
    this.server = server;
  }

  static RunningServer on(Path database, Map<String, String> settings) {
    Map<String, JsonValue> values = new HashMap<>();
    values.put("db_path", new JsonString(database.toString()));
    values.put("listen_addr", new JsonString("127.0.0.1:0"));
    values.put("metrics_addr", new JsonString("127.0.0.1:0"));
    settings.forEach((key, text) -> values.put(key, new JsonString(text)));
    return new RunningServer(Server.start(new Config(values)));
  }

  MembraneServiceBlockingStub client() {
    return MembraneServiceGrpc.newBlockingStub(channel());
  }

  ManagedChannel channel() {
    ManagedChannel channel =
        Grpc.newChannelBuilder("127.0.0.1:" + port("grpc"), InsecureChannelCredentials.create())
            .maxInboundMessageSize(64 << 20)
            .build();
    channels.add(channel);
    return channel;
  }

  int port(String part) {
    Matcher matcher = Pattern.compile(part + " on \\S*:(\\d+)").matcher(server.summary());
    if (!matcher.find()) {
      throw new IllegalStateException("no " + part + " in " + server.summary());
    }
    return Integer.parseInt(matcher.group(1));
  }

  HttpResponse<String> http(String method, String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + port("metrics") + path);
    HttpRequest request =
        HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  String metrics() throws IOException, InterruptedException {
    return http("GET", "/metrics").body();
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    server.close();
  }
}
