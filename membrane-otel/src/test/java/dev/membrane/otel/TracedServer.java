package dev.membrane.otel;

import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.internal.start.Server;
import dev.membrane.spi.Config;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The whole server with all doors on a new database, and one who calls. */
final class TracedServer implements AutoCloseable {

  private final Server server;
  private final ManagedChannel channel;
  private final HttpClient http = HttpClient.newHttpClient();

  TracedServer(Path folder, Map<String, String> variables) {
    Map<String, JsonValue> values = new HashMap<>();
    values.put("db_path", new JsonString(folder.resolve("traced.db").toString()));
    values.put("listen_addr", new JsonString("127.0.0.1:0"));
    values.put("http_addr", new JsonString("127.0.0.1:0"));
    values.put("embedder", new JsonString("none"));
    server = Server.start(new Config(Map.of(), variables, values));
    channel = NettyChannelBuilder.forTarget(address("grpc")).usePlaintext().build();
  }

  String summary() {
    return server.summary();
  }

  private String address(String door) {
    Matcher matcher = Pattern.compile(door + " on ([^,; ]+)").matcher(server.summary());
    if (!matcher.find()) {
      throw new IllegalStateException(server.summary());
    }
    return matcher.group(1);
  }

  /** Calls over gRPC with this header; "": none. */
  MembraneServiceBlockingStub grpc(String traceparent) {
    Metadata headers = new Metadata();
    if (!traceparent.isEmpty()) {
      headers.put(Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER), traceparent);
    }
    return MembraneServiceGrpc.newBlockingStub(channel)
        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  static IngestObservationRequest fact(String subject, String object) {
    return IngestObservationRequest.newBuilder()
        .setSource("test")
        .setSubject(subject)
        .setPredicate("likes")
        .setObject('"' + object + '"')
        .setScope("s")
        .build();
  }

  /** The id of the record in an answer. */
  static String id(IngestResponse answer) {
    Matcher matcher =
        Pattern.compile("\"id\":\\s*\"([^\"]+)\"").matcher(answer.getRecord().toStringUtf8());
    if (!matcher.find()) {
      throw new IllegalStateException(answer.toString());
    }
    return matcher.group(1);
  }

  /** Posts JSON, or gets where there is none. */
  HttpResponse<String> http(String path, String body, String... headers) throws Exception {
    return send("http", path, body, headers);
  }

  /** What Prometheus is answered. */
  String scraped() throws Exception {
    return send("metrics", "/metrics", "").body();
  }

  private HttpResponse<String> send(String door, String path, String body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + address(door) + path))
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
    if (headers.length > 0) {
      request.headers(headers);
    }
    request = body.isEmpty() ? request.GET() : request.POST(BodyPublishers.ofString(body));
    return http.send(request.build(), BodyHandlers.ofString());
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.close();
  }
}
