package dev.membrane.grpc;

import dev.membrane.Membrane;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.StartException;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.server.internal.access.KeyedGate;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real server on a free port, made the way the bundled server makes it, and clients for it. */
final class TestServer implements AutoCloseable {

  private static final int MAX_ANSWER_BYTES = 64 * 1024 * 1024;

  private final MemoryStore store;
  private final Membrane engine;
  private final KeyedGate gate;
  private final Transport transport;
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final String startLine;

  private TestServer(MemoryStore store, Map<String, JsonValue> settings) {
    this.store = store;
    this.engine = Membrane.builder().backgroundJobs(false).store(store).build();
    Map<String, JsonValue> values = new HashMap<>(settings);
    values.putIfAbsent("listen_addr", new JsonString("127.0.0.1:0"));
    Config config = new Config(values);
    ConfiguredAccess access = ConfiguredAccess.from(config);
    var making =
        new GrpcTransportProvider().create(new TransportContext(config, Observer.NONE, access));
    if (!config.faults().isEmpty()) {
      throw new StartException(String.join("\n", config.faults()));
    }
    this.gate = access.gate(engine);
    this.transport = making.apply(gate);
    this.startLine = transport.start();
  }

  static TestServer start() {
    return start(Map.of());
  }

  static TestServer start(Map<String, String> settings) {
    return start(new InMemoryStore(), settings);
  }

  static TestServer start(MemoryStore store, Map<String, String> settings) {
    return new TestServer(store, texts(settings));
  }

  /** A server with principals, given as a JSON list. */
  static TestServer withPrincipals(String principals, Map<String, String> settings) {
    return withPrincipals(new InMemoryStore(), principals, settings);
  }

  /** The same over a store. */
  static TestServer withPrincipals(
      MemoryStore store, String principals, Map<String, String> settings) {
    Map<String, JsonValue> values = texts(settings);
    values.put("principals", Json.value(principals));
    return new TestServer(store, values);
  }

  private static Map<String, JsonValue> texts(Map<String, String> settings) {
    Map<String, JsonValue> values = new HashMap<>();
    settings.forEach((key, text) -> values.put(key, new JsonString(text)));
    return values;
  }

  String startLine() {
    return startLine;
  }

  int port() {
    return port(startLine);
  }

  private static int port(String startLine) {
    Matcher matcher = Pattern.compile("^grpc on .*?:(\\d+),").matcher(startLine);
    if (!matcher.find()) {
      throw new IllegalStateException("no port in " + startLine);
    }
    return Integer.parseInt(matcher.group(1));
  }

  Membrane engine() {
    return engine;
  }

  MembraneServiceBlockingStub client() {
    return MembraneServiceGrpc.newBlockingStub(channel());
  }

  ManagedChannel channel() {
    return channel(InsecureChannelCredentials.create());
  }

  /** A channel to another transport, which answered with that line when it started. */
  ManagedChannel channel(String otherStartLine) {
    return channel(
        Grpc.newChannelBuilder(
            "127.0.0.1:" + port(otherStartLine), InsecureChannelCredentials.create()));
  }

  ManagedChannel channel(ChannelCredentials credentials) {
    return channel(Grpc.newChannelBuilder("127.0.0.1:" + port(), credentials));
  }

  ManagedChannel channel(ManagedChannelBuilder<?> builder) {
    ManagedChannel channel = builder.maxInboundMessageSize(MAX_ANSWER_BYTES).build();
    channels.add(channel);
    return channel;
  }

  /** From now on this is the only key. */
  void changeKey(String key) {
    gate.reload(new Config(Map.of("api_key", new JsonString(key))));
  }

  /** Stops the transport alone, as the server does first. */
  void stopServing() {
    transport.close();
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    transport.close();
    engine.close();
    store.close();
  }
}
