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
import dev.membrane.server.Access;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.TransportProvider;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.server.internal.access.KeyedGate;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.tck.WatchedGate.WatchedCall;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of a transport: it asks every caller for a key, in the same way as all other
 * transports. It needs {@code membrane-server}, which a transport depends on anyway.
 */
public abstract class TransportTck {

  private static final String KEY = "the-key-of-the-operator";
  private static final Pattern THIS_MACHINE =
      Pattern.compile("^(127\\.0\\.0\\.1|localhost|\\[::1\\])(?=:|$)");

  /** For IPv6 it is a network, whose notation is free. */
  private static final Pattern CALLER = Pattern.compile("127\\.\\d+\\.\\d+\\.\\d+|[0:]+1?(/\\d+)?");

  private static final Duration DELAY = Duration.ofMillis(600);
  private static final String OTHER_KEY = "another-key-of-the-operator";

  private final Membrane membrane =
      Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();
  private @Nullable KeyedGate keys;
  private @Nullable WatchedGate gate;
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
   * @throws Exception if the call is refused; its message, or that of a cause, has what the caller
   *     was told
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
    assertNotAdmitted(line, null);
  }

  @Test
  final void a_call_with_a_wrong_key_is_refused() throws Exception {
    String line = start(key(KEY));
    retrieve(line, KEY);
    assertNotAdmitted(line, OTHER_KEY);
  }

  @Test
  final void the_gate_is_told_the_key_and_the_address_of_every_call() throws Exception {
    String line = start(key(KEY));
    retrieve(line, KEY);
    assertNotAdmitted(line, OTHER_KEY);
    assertNotAdmitted(line, null);
    List<WatchedCall> asked = requireNonNull(gate).asked();
    assertThat(asked).as("keys").extracting(WatchedCall::key).contains(KEY, OTHER_KEY, null);
    assertThat(asked)
        .as("addresses of calls from this machine, without a port")
        .allMatch(one -> one.address() != null && CALLER.matcher(one.address()).matches());
  }

  /** So slows the gate down who guesses keys. */
  @Test
  final void a_refusal_comes_as_late_as_the_gate_says() throws Exception {
    String line = start(key(KEY));
    retrieve(line, KEY);
    requireNonNull(gate).delay(DELAY);
    long began = System.nanoTime();
    assertNotAdmitted(line, OTHER_KEY);
    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .as("time until the refusal, of NotAdmittedException.delay()")
        .isGreaterThanOrEqualTo(DELAY);
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
    assertNotAdmitted(line, KEY);
  }

  @Test
  final void after_the_keys_were_read_again_the_old_one_is_refused() throws Exception {
    String line = start(key(KEY));
    retrieve(line, KEY);
    requireNonNull(keys).reload(new Config(key(OTHER_KEY)));
    retrieve(line, OTHER_KEY);
    assertNotAdmitted(line, KEY);
  }

  /** It has to say where it listens: see {@link Access#listensOn}. */
  @Test
  final void an_address_that_other_machines_reach_needs_keys() {
    Map<String, JsonValue> open = new HashMap<>(settings());
    open.replaceAll((name, value) -> opened(value));
    if (open.equals(settings())) {
      return;
    }
    assertThat(created(new Config(settings())).listening())
        .as("addresses that Access is told")
        .isNotEmpty();
    assertThat(faultsOf(open)).as("without keys").isNotEmpty();
    open.putAll(key(KEY));
    assertThat(faultsOf(open)).as("with a key").isEmpty();
  }

  private static JsonValue opened(JsonValue setting) {
    return setting instanceof JsonString text
        ? new JsonString(THIS_MACHINE.matcher(text.value()).replaceFirst("0.0.0.0"))
        : setting;
  }

  private List<String> faultsOf(Map<String, JsonValue> settings) {
    Config config = new Config(settings);
    var unused = created(config);
    return config.faults();
  }

  private WatchedAccess created(Config config) {
    WatchedAccess access = new WatchedAccess(ConfiguredAccess.from(config));
    var unused = provider().create(new TransportContext(config, Observer.NONE, access));
    return access;
  }

  @Test
  final void a_closed_transport_serves_nobody() throws Exception {
    String line = start(key(KEY));
    retrieve(line, KEY);
    Transport closing = requireNonNull(transport);
    transport = null;
    closing.close();
    assertRefused(line, KEY);
  }

  private void assertRefused(String line, @Nullable String key) {
    Expected.refusal(Exception.class, "a call with the key " + key, () -> retrieve(line, key));
  }

  /** The gate refuses the call and says why. */
  private void assertNotAdmitted(String line, @Nullable String key) {
    Expected.refusal(Exception.class, "a call with the key " + key, () -> retrieve(line, key))
        .as("the exception of a call with the key %s: expected to have what the gate said", key)
        .hasStackTraceContaining(requireNonNull(gate).refusal());
  }

  private String start(Map<String, JsonValue> access) {
    Map<String, JsonValue> values = new HashMap<>(settings());
    values.putAll(access);
    Config config = new Config(values);
    ConfiguredAccess who = ConfiguredAccess.from(config);
    var making = provider().create(new TransportContext(config, Observer.NONE, who));
    assertThat(config.faults()).isEmpty();
    keys = who.gate(membrane);
    gate = new WatchedGate(keys);
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
