package dev.membrane.tck;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.TransportProvider;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.server.internal.access.KeyedGate;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import dev.membrane.store.memory.InMemoryStore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of a transport: it asks every caller for a key, in the same way as all other
 * transports. It needs {@code membrane-server}, which a transport depends on anyway.
 */
public abstract class TransportTck {

  private static final String KEY = "the-key-of-the-operator";
  private static final String LOOPBACK = "127.0.0.1";
  private static final String OTHER_KEY = "another-key-of-the-operator";

  private final Membrane membrane =
      Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();
  private @Nullable KeyedGate gate;
  private @Nullable Transport transport;

  /** For subclasses. */
  protected TransportTck() {}

  /** The provider of the transport. */
  protected abstract TransportProvider provider();

  /** Settings with which it listens on a free port of this machine, {@code 127.0.0.1:0}. */
  protected abstract Map<String, JsonValue> settings();

  /**
   * Asks a started transport, as a client does, for all that is remembered.
   *
   * @param startLine what {@link Transport#start} answered
   * @param key what the client shows; null: nothing
   * @return the ids of the records that it is given
   * @throws Exception if the call is refused
   */
  protected abstract List<String> retrieve(String startLine, @Nullable String key) throws Exception;

  @AfterEach
  final void close() {
    if (transport != null) {
      transport.close();
    }
    membrane.close();
  }

  @Test
  final void without_keys_everybody_is_served() throws Exception {
    String known = observed("own");
    assertThat(retrieve(start(Map.of()), null)).containsExactly(known);
  }

  @Test
  final void a_call_with_the_right_key_is_served() throws Exception {
    String known = observed("own");
    assertThat(retrieve(start(key(KEY)), KEY)).containsExactly(known);
  }

  @Test
  final void a_call_without_a_key_is_refused() throws Exception {
    String line = start(key(KEY));
    retrieve(line, KEY);
    assertRefused(line, null);
  }

  @Test
  final void a_call_with_a_wrong_key_is_refused() throws Exception {
    String line = start(key(KEY));
    retrieve(line, KEY);
    assertRefused(line, OTHER_KEY);
  }

  @Test
  final void a_principal_sees_no_more_than_was_granted() throws Exception {
    String own = observed("own");
    String others = observed("others");
    Map<String, JsonValue> settings = new HashMap<>(key(KEY));
    settings.put("principals", new JsonArray(List.of(principal("reader", "own", "retrieve"))));
    String line = start(settings);
    assertThat(retrieve(line, KEY)).containsExactlyInAnyOrder(own, others);
    assertThat(retrieve(line, keyOf("reader"))).containsExactly(own);
  }

  @Test
  final void a_principal_does_no_more_than_was_granted() throws Exception {
    JsonArray principals =
        new JsonArray(
            List.of(principal("reader", "own", "retrieve"), principal("writer", "own", "ingest")));
    String line = start(Map.of("principals", principals));
    assertThat(retrieve(line, keyOf("reader"))).isEmpty();
    assertRefused(line, keyOf("writer"));
  }

  @Test
  final void a_caller_over_the_limit_is_refused() throws Exception {
    Map<String, JsonValue> settings = new HashMap<>(key(KEY));
    settings.put("rate_limit_per_second", new JsonString("0.001"));
    String line = start(settings);
    retrieve(line, KEY);
    assertRefused(line, KEY);
  }

  @Test
  final void after_the_keys_were_read_again_the_old_one_is_refused() throws Exception {
    String line = start(key(KEY));
    retrieve(line, KEY);
    requireNonNull(gate).reload(new Config(key(OTHER_KEY)));
    retrieve(line, OTHER_KEY);
    assertRefused(line, KEY);
  }

  /** It has to say where it listens: see {@link Access#listensOn}. */
  @Test
  final void an_address_that_other_machines_reach_needs_keys() {
    Map<String, JsonValue> open = new HashMap<>(settings());
    open.replaceAll(
        (name, value) ->
            value instanceof JsonString text && text.value().startsWith(LOOPBACK)
                ? new JsonString(text.value().replace(LOOPBACK, "0.0.0.0"))
                : value);
    if (open.equals(settings())) {
      return;
    }
    assertThat(faultsOf(open)).as("without keys").isNotEmpty();
    open.putAll(key(KEY));
    assertThat(faultsOf(open)).as("with a key").isEmpty();
  }

  private List<String> faultsOf(Map<String, JsonValue> settings) {
    Config config = new Config(settings);
    ConfiguredAccess who = ConfiguredAccess.from(config);
    var unused = provider().create(new TransportContext(config, Observer.NONE, who));
    return config.faults();
  }

  @Test
  final void a_closed_transport_serves_nobody() throws Exception {
    String line = start(key(KEY));
    retrieve(line, KEY);
    requireNonNull(transport).close();
    assertRefused(line, KEY);
  }

  private void assertRefused(String line, @Nullable String key) {
    Expected.refusal(Exception.class, "a call that must be refused", () -> retrieve(line, key));
  }

  private String start(Map<String, JsonValue> access) {
    Map<String, JsonValue> values = new HashMap<>(settings());
    values.putAll(access);
    Config config = new Config(values);
    ConfiguredAccess who = ConfiguredAccess.from(config);
    var making = provider().create(new TransportContext(config, Observer.NONE, who));
    assertThat(config.faults()).isEmpty();
    gate = who.gate(membrane);
    transport = making.apply(gate);
    return transport.start();
  }

  private String observed(String scope) {
    Memory author = membrane.as(Caller.named("author").in(scope));
    return author.ingestion().observe("author", "user", "prefers", scope).record().id();
  }

  private static Map<String, JsonValue> key(String key) {
    return Map.of("api_key", new JsonString(key));
  }

  private static String keyOf(String principal) {
    return "the-key-of-the-" + principal;
  }

  private static JsonObject principal(String name, String scope, String permission) {
    return new JsonObject(
        Map.of(
            "name", new JsonString(name),
            "api_key_sha256", new JsonString(sha256(keyOf(name))),
            "max_sensitivity", new JsonString("hyper"),
            "scopes", new JsonArray(List.of(new JsonString(scope))),
            "permissions", new JsonArray(List.of(new JsonString(permission)))));
  }

  private static String sha256(String key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(key.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
