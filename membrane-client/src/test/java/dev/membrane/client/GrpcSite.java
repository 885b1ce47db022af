package dev.membrane.client;

import dev.membrane.Caller;
import dev.membrane.Memory;
import dev.membrane.Permission;
import dev.membrane.grpc.GrpcTransportProvider;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.server.internal.access.KeyedGate;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** An engine that is served over gRPC to callers who each get a key, and clients of it. */
public final class GrpcSite implements AutoCloseable {

  private static final String OPERATOR = "the-operators-own-key";

  private final Map<String, Caller> known = new HashMap<>();
  private final Memory engine;
  private String address;
  private KeyedGate gate;
  private Transport transport;

  private GrpcSite(Memory engine) {
    this.engine = engine;
    start("127.0.0.1:0");
  }

  /** Serves an engine, which it does not close. */
  public static GrpcSite serving(Memory engine) {
    return new GrpcSite(engine);
  }

  private void start(String listenAddress) {
    Config config = config(listenAddress);
    ConfiguredAccess access = ConfiguredAccess.from(config);
    var making =
        new GrpcTransportProvider().create(new TransportContext(config, Observer.NONE, access));
    gate = access.gate(engine);
    transport = making.apply(gate);
    address = transport.start().replaceFirst("^grpc on (\\S+),.*$", "$1");
  }

  /** Stops serving, and serves at the same address after a while. */
  public void restartAfter(long millis) throws IOException, InterruptedException {
    int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    transport.close();
    // No other test is given the port meanwhile; who connects to it is refused.
    try (Socket keeping = new Socket()) {
      keeping.setReuseAddress(true);
      keeping.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      Thread.sleep(millis);
    }
    start(address);
  }

  /** Where it is served. */
  public String address() {
    return address;
  }

  /** A client with every right, who has the keys of all others. */
  public MembraneClient.Builder client() {
    return MembraneClient.builder(address).key(OPERATOR).keys(this::admitted);
  }

  /** A client with every right, whose key is that of all others as well. */
  public MembraneClient.Builder clientOfOneKey() {
    return MembraneClient.builder(address).key(OPERATOR).keys(caller -> OPERATOR);
  }

  /** Lets a caller in under their own key, with the rights that they have now. */
  public synchronized String admitted(Caller caller) {
    if (caller.equals(Caller.ANONYMOUS)) {
      return OPERATOR;
    }
    known.put(caller.name(), caller);
    gate.reload(config(address));
    return key(caller);
  }

  private Config config(String listenAddress) {
    Map<String, JsonValue> values = new HashMap<>();
    values.put("listen_addr", new JsonString(listenAddress));
    values.put("api_key", new JsonString(OPERATOR));
    values.put("rate_limit_per_second", new JsonString("0"));
    values.put(
        "principals",
        new JsonArray(known.values().stream().<JsonValue>map(GrpcSite::principal).toList()));
    return new Config(values);
  }

  private static JsonObject principal(Caller caller) {
    Map<String, JsonValue> members = new HashMap<>();
    members.put("name", new JsonString(caller.name()));
    members.put("api_key_sha256", new JsonString(digest(key(caller))));
    members.put("max_sensitivity", new JsonString(caller.visibility().ceiling().wireName()));
    if (caller.visibility().scopes() != null) {
      members.put("scopes", texts(caller.visibility().scopes()));
    }
    members.put(
        "permissions", texts(caller.permissions().stream().map(Permission::wireName).toList()));
    if (!caller.quota().isNone()) {
      members.put("max_records", JsonValue.of(caller.quota().records()));
    }
    return new JsonObject(members);
  }

  private static JsonArray texts(Collection<String> texts) {
    return new JsonArray(texts.stream().<JsonValue>map(JsonString::new).toList());
  }

  private static String key(Caller caller) {
    return "the key of " + caller.name();
  }

  private static String digest(String key) {
    try {
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Override
  public void close() {
    transport.close();
  }
}
