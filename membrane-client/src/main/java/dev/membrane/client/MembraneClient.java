package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.Caller;
import dev.membrane.ClosedException;
import dev.membrane.FailedPreconditionException;
import dev.membrane.Maintenance;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.time.Duration;
import java.util.function.Function;
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
 * and hashes under the last one of an audit log stay with the server. A consolidation reports each
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
public final class MembraneClient extends RemoteMemory implements Membrane {

  private final SharedConnection connection;

  private MembraneClient(SharedConnection connection, RemoteCaller caller, String key) {
    super(connection, caller, key);
    this.connection = connection;
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
  public Memory as(Caller other) {
    return super.as(other);
  }

  /**
   * As of the engine, but the only job that a server runs when it is asked to is a consolidation.
   * That is waited for to its end, however long it takes.
   *
   * @return what throws {@link FailedPreconditionException} from the methods of the other jobs
   */
  @Override
  public Maintenance maintenance() {
    return super.maintenance();
  }

  /**
   * Returns if the server answers.
   *
   * @throws dev.membrane.spi.store.StoreUnavailableException if it or its store cannot be reached
   * @throws dev.membrane.AccessDeniedException if the key is unknown, or may not retrieve
   * @throws ClosedException after this was closed
   */
  @Override
  public void check() {
    super.check();
  }

  @Override
  public void close() {
    connection.close();
  }

  /** Collects what a client needs. Not thread-safe. */
  public static final class Builder {

    private static final Duration USUAL_DEADLINE = Duration.ofSeconds(30);
    private static final Duration MAX_DEADLINE = Duration.ofDays(365);

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

    /** Sets the keys of those for whom {@link Memory#as} is called; null: there is none. */
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
      if (value.isNegative() || value.isZero() || value.compareTo(MAX_DEADLINE) > 0) {
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
      SharedConnection connection = new SharedConnection(address, credentials, deadline, keys);
      RemoteCaller main = RemoteCaller.ofKey(scope, connection::isClosed);
      return new MembraneClient(connection, main, key);
    }
  }
}
