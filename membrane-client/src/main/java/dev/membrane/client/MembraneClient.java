package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.AuditLog;
import dev.membrane.Caller;
import dev.membrane.ClosedException;
import dev.membrane.FailedPreconditionException;
import dev.membrane.Ingestion;
import dev.membrane.Listing;
import dev.membrane.Maintenance;
import dev.membrane.Membrane;
import dev.membrane.MetricsSnapshot;
import dev.membrane.Retrieval;
import dev.membrane.Revision;
import dev.membrane.grpc.v1.ListScopesRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A memory on a server, reached over gRPC. It is used like a memory in the same process and throws
 * the same exceptions. In addition it throws {@link ServerException} for failures that only a
 * server can have.
 *
 * <pre>{@code
 * try (MembraneClient memory =
 *     MembraneClient.builder("localhost:9820").key(key).scope("project").build()) {
 *   memory.ingestion().observe("my-agent", "user", "prefers_language", "Go");
 *   memory.retrieval().retrieve("which language?").records().forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>The server knows by the key who calls, and what they may do. A caller who is named by {@link
 * #as} and may do less than their key is held to that here: a call without the permission is
 * refused, scopes and a sensitivity narrow what is read and revised, and a write keeps to the
 * scopes. By the key alone goes what is not asked for by a trust: the record that an outcome is
 * for, the records that it used, the episode, thread or fact that an ingestion joins or replaces,
 * what its answer shows, what a full record may claim, a quota, and whether a sensitivity may be
 * lowered. While the server cannot be reached, calls that only read and all ingestions are sent
 * again for about fifteen seconds; an ingestion without an idempotency key gets one for this. An
 * answer may have up to 32 MiB.
 *
 * <p>Some things differ from a memory in the same process. A server prunes, embeds and forgets
 * idempotency keys by itself, so {@link #maintenance()} runs no job but a consolidation. The nonces
 * and hashes under the last one of an audit log stay with the server. A consolidation tells of each
 * stage only what it created; {@code generalization} counts as {@code competence}, and {@code
 * llm-extraction} is named even if there is none. {@code max_tokens} counts whole records where
 * compact ones are asked for, and a receipt has {@code full} as their shape. Whether a caller still
 * waits ({@link Caller#waitingUntil}) is asked before a request is sent, and before it is sent
 * again; an answer that is under way is waited for until the deadline. The audit log names whose
 * key it is. A server that asks for no key names the caller where something is revised, {@code
 * anonymous} where something is deleted, and the source of what is ingested.
 *
 * <p>Safe for use by many threads. Closing it closes its connection.
 */
public final class MembraneClient implements Membrane {

  private static final int LARGEST_ANSWER = 32 << 20;

  private final SharedConnection connection;
  private final RemoteCaller caller;
  private final Rpc rpc;

  private MembraneClient(SharedConnection connection, RemoteCaller caller, String key) {
    this.connection = connection;
    this.caller = caller;
    this.rpc =
        new Rpc(connection.channel, caller.caller(), key, connection.deadline, connection.closed);
  }

  /** A client of a server that asks for no key, as {@code localhost:9820}. */
  public static MembraneClient connect(String address) {
    return builder(address).build();
  }

  /**
   * A builder of a client.
   *
   * @param address host and port, as {@code localhost:9820}
   */
  public static Builder builder(String address) {
    return new Builder(address);
  }

  /**
   * The same server with the key of another caller.
   *
   * @param other the caller. What they may see and do here holds even if their key may more; the
   *     server knows what the key may
   * @throws IllegalStateException if {@link Builder#keys} has no key for them
   * @throws IllegalArgumentException if it has one that {@link Builder#key} refuses
   */
  @Override
  public Membrane as(Caller other) {
    String key = connection.keys.apply(requireNonNull(other, "caller"));
    if (key == null) {
      throw new IllegalStateException(
          "there is no key for " + other.name() + ": name the keys of callers by keys(…)");
    }
    return new MembraneClient(connection, RemoteCaller.told(other), key);
  }

  @Override
  public Ingestion ingestion() {
    return new RemoteIngestion(rpc, new IngestMessages(caller, connection.idempotencyKeys));
  }

  @Override
  public Retrieval retrieval() {
    return new RemoteRetrieval(rpc, caller);
  }

  @Override
  public Listing listing() {
    return new RemoteListing(rpc, caller);
  }

  @Override
  public Revision revision() {
    return new RemoteRevision(rpc, caller, null);
  }

  /**
   * As of the engine, but the only job that a server runs when it is asked to is a consolidation.
   * That is waited for to its end, however long it takes.
   *
   * @return what throws {@link FailedPreconditionException} from the methods of the other jobs
   */
  @Override
  public Maintenance maintenance() {
    return new RemoteMaintenance(rpc, caller, () -> connection.closed.getCount() == 0);
  }

  @Override
  public AuditLog audit() {
    return new RemoteAuditLog(rpc, caller);
  }

  @Override
  public MetricsSnapshot metrics() {
    return MetricsDecoder.read(rpc, caller);
  }

  /**
   * Returns if the server answers.
   *
   * @throws dev.membrane.spi.StoreUnavailableException if it or its store cannot be reached
   * @throws dev.membrane.AccessDeniedException if the key is unknown, or may not retrieve
   * @throws ClosedException after this was closed
   */
  @Override
  public void check() {
    rpc.call(
        MembraneServiceBlockingStub::listScopes,
        ListScopesRequest.newBuilder().setPageSize(1).build());
  }

  @Override
  public void close() {
    connection.close();
  }

  /** What the views of all callers share. */
  private static final class SharedConnection {

    private static final int LAST_PORT = 65_535;

    /** That of a file has none, whatever its name. */
    private static final Pattern PORT = Pattern.compile("(?s)(?!unix(?:-abstract)?:).*:0*([0-9]+)");

    /** Of a host alone gRPC takes the port of a web server. */
    private static final Pattern HOST = Pattern.compile("[^:/]*|\\[[^\\]]*\\]");

    private final CountDownLatch closed = new CountDownLatch(1);
    private final IdempotencyKeys idempotencyKeys = new IdempotencyKeys();
    private final ManagedChannel channel;
    private final Duration deadline;
    private final Function<Caller, @Nullable String> keys;

    SharedConnection(Builder built) {
      this.channel = channel(built);
      this.deadline = built.deadline;
      this.keys = built.keys;
    }

    private static ManagedChannel channel(Builder built) {
      if (HOST.matcher(built.address).matches()) {
        throw unknown(built.address, null);
      }
      checkPort(built.address);
      try {
        return Grpc.newChannelBuilder(built.address, built.credentials)
            .maxInboundMessageSize(LARGEST_ANSWER)
            .build();
      } catch (IllegalArgumentException unknown) {
        throw unknown(built.address, unknown);
      }
    }

    private static IllegalArgumentException unknown(String address, @Nullable Throwable cause) {
      return new IllegalArgumentException("address must be host:port, and is " + address, cause);
    }

    /** Of one that is too large gRPC throws only in a thread of its own. */
    private static void checkPort(String address) {
      Matcher port = PORT.matcher(address);
      if (port.matches()
          && (port.group(1).length() > 5 || Integer.parseInt(port.group(1)) > LAST_PORT)) {
        throw new IllegalArgumentException(
            "address must have a port of at most " + LAST_PORT + ", and is " + address);
      }
    }

    void close() {
      closed.countDown();
      channel.shutdownNow();
      try {
        channel.awaitTermination(deadline.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Collects what a client needs. Not thread-safe. */
  public static final class Builder {

    private static final Duration USUAL_DEADLINE = Duration.ofSeconds(30);
    private static final Duration LONGEST_DEADLINE = Duration.ofDays(365);

    private final String address;
    private String key = "";
    private @Nullable String scope;
    private ChannelCredentials credentials = InsecureChannelCredentials.create();
    private Duration deadline = USUAL_DEADLINE;
    private Function<Caller, @Nullable String> keys = caller -> null;

    private Builder(String address) {
      this.address = requireNonNull(address, "address");
    }

    /**
     * Sets the key that is shown to the server. It goes over the wire as it is: beyond your own
     * machine use {@link #tls()}.
     *
     * @param value printable ASCII, at most 7,000 characters; empty: no key is shown
     * @throws IllegalArgumentException if it is another
     */
    public Builder key(String value) {
      ApiKeyCredentials.check(requireNonNull(value, "key"));
      key = value;
      return this;
    }

    /**
     * Sets where everything is written that does not say where. Unless set, that goes to the only
     * scope of the key, and is refused if the key has another number of scopes.
     */
    public Builder scope(String value) {
      scope = requireNonNull(value, "scope");
      return this;
    }

    /** Sets the keys of those for whom {@link Membrane#as} is called; null: there is none. */
    public Builder keys(Function<Caller, @Nullable String> value) {
      keys = requireNonNull(value, "keys");
      return this;
    }

    /** Encrypts the connection, and trusts the certificates that the Java runtime trusts. */
    public Builder tls() {
      return tls(TlsChannelCredentials.create());
    }

    /** Encrypts the connection with what gRPC is told, such as a certificate authority. */
    public Builder tls(ChannelCredentials value) {
      credentials = requireNonNull(value, "credentials");
      return this;
    }

    /**
     * Sets how long a call waits for its answer, sending again included; 30 seconds unless set.
     *
     * @throws IllegalArgumentException if it is not positive, or longer than 365 days
     */
    public Builder deadline(Duration value) {
      if (value.isNegative() || value.isZero() || value.compareTo(LONGEST_DEADLINE) > 0) {
        throw new IllegalArgumentException("deadline must be positive, and at most 365 days");
      }
      deadline = value;
      return this;
    }

    /**
     * A client. It connects with its first call.
     *
     * @throws IllegalArgumentException if gRPC does not know such an address, or it has no port, or
     *     one beyond 65535
     */
    public MembraneClient build() {
      RemoteCaller main = RemoteCaller.ofKey(scope);
      return new MembraneClient(new SharedConnection(this), main, key);
    }
  }
}
