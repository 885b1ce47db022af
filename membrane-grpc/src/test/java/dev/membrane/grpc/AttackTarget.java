package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceFutureStub;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.TrustContext;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** A server with several callers, and what an attacker has open there. Used by one thread. */
final class AttackTarget implements AutoCloseable {

  /** May do everything. */
  static final String OWNER = "the-key-of-the-owner";

  /** May ingest and nothing else. */
  static final String INTAKE = "the-key-of-the-intake";

  /** May ingest and read, at the lowest level but one. */
  static final String READER = "the-key-of-the-reader";

  /** The same in a scope of its own, and with little room. */
  static final String SMALL = "the-key-of-the-small";

  static final int SMALL_RECORDS = 20;
  static final int SMALL_BYTES = 200_000;

  /** What {@link #INTAKE} and {@link #READER} share, what nobody but the owner and intake has. */
  static final String SHARED_SCOPE = "shared";

  static final String OPEN_SCOPE = "open";
  static final String SMALL_SCOPE = "small";
  static final String HIDDEN_SCOPE = "hidden";

  static final TrustContext FULL = TrustContext.newBuilder().setMaxSensitivity("hyper").build();

  /** The callers in JSON, as the configuration has them. */
  static final String PRINCIPALS =
      """
      [{"name": "owner", "api_key_sha256": "%s", "max_sensitivity": "hyper",
        "permissions": ["ingest", "retrieve", "revise", "admin"]},
       {"name": "intake", "api_key_sha256": "%s", "max_sensitivity": "hyper",
        "scopes": ["shared", "open"], "permissions": ["ingest"]},
       {"name": "reader", "api_key_sha256": "%s", "max_sensitivity": "low",
        "scopes": ["shared"], "permissions": ["ingest", "retrieve"]},
       {"name": "small", "api_key_sha256": "%s", "max_sensitivity": "low",
        "scopes": ["small"], "permissions": ["ingest", "retrieve"],
        "max_records": "20", "max_bytes": "200000"}]
      """
          .formatted(Digest.of(OWNER), Digest.of(INTAKE), Digest.of(READER), Digest.of(SMALL));

  /** As many as an attacker may have before it begins anew. */
  private static final int MAX_OPEN = 400;

  private final int port;
  private final Channel channel;
  private final List<Closeable> open = new ArrayList<>();
  private final List<Future<?>> answers = new ArrayList<>();
  private String hidden = "";

  AttackTarget(int port, Channel channel) {
    this.port = port;
    this.channel = channel;
  }

  MembraneServiceBlockingStub client(String key) {
    return MembraneServiceGrpc.newBlockingStub(channel)
        .withDeadlineAfter(5, TimeUnit.MINUTES)
        .withCallCredentials(BearerToken.of(key));
  }

  /** What a call is answered with. */
  Status status(String key, Function<MembraneServiceBlockingStub, ?> call) {
    try {
      assertThat(call.apply(client(key))).isNotNull();
      return Status.OK;
    } catch (StatusRuntimeException refused) {
      return refused.getStatus();
    }
  }

  /** Checks that a call is refused in one of some ways. */
  Status assertRefused(
      Set<Status.Code> ways, String key, Function<MembraneServiceBlockingStub, ?> call) {
    Status status = status(key, call);
    assertThat(status.getCode()).as("%s", status).isIn(ways);
    return status;
  }

  /** Sends a call and does not wait for its answer. */
  void send(String key, Function<MembraneServiceFutureStub, ListenableFuture<?>> call) {
    answers.add(
        call.apply(
            MembraneServiceGrpc.newFutureStub(channel)
                .withDeadlineAfter(5, TimeUnit.MINUTES)
                .withCallCredentials(BearerToken.of(key))));
  }

  /** Waits for the answers to all that was sent. */
  List<Status> answers() {
    List<Status> all = answers.stream().map(AttackTarget::status).toList();
    answers.clear();
    return all;
  }

  private static Status status(Future<?> answer) {
    try {
      assertThat(answer.get()).isNotNull();
      return Status.OK;
    } catch (InterruptedException | ExecutionException refused) {
      return Status.fromThrowable(refused);
    }
  }

  /** Checks that a call is served. */
  void assertServed(String key, Function<MembraneServiceBlockingStub, ?> call) {
    assertThat(status(key, call)).isEqualTo(Status.OK);
  }

  /** The first record that only the owner may see. */
  String hidden() {
    if (hidden.isEmpty()) {
      hidden = hide("1");
    }
    return hidden;
  }

  /** Adds a record that only the owner may see. */
  String hide(String json) {
    IngestObservationRequest request =
        IngestObservationRequest.newBuilder()
            .setSource("a")
            .setSubject("s")
            .setPredicate("p")
            .setObject(json)
            .setScope(HIDDEN_SCOPE)
            .build();
    return id(client(OWNER).ingestObservation(request).getRecord());
  }

  /** How long it takes to refuse a record that the reader may not see or that is not there. */
  long nanosToFind(String id) {
    RetrieveByIDRequest request = RetrieveByIDRequest.newBuilder().setId(id).setTrust(FULL).build();
    long start = System.nanoTime();
    assertRefused(Set.of(Status.Code.NOT_FOUND), READER, client -> client.retrieveByID(request));
    return System.nanoTime() - start;
  }

  static String id(ByteString record) {
    return Json.text(Json.object(record), "id");
  }

  RawConnection connect() throws IOException {
    RawConnection connection = new RawConnection(port);
    keep(connection);
    return connection;
  }

  Socket open() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    keep(socket);
    return socket;
  }

  /** The calls that the attacker's connections have an answer of and that go on. */
  int goingOn() {
    return open.stream()
        .mapToInt(one -> one instanceof RawConnection connection ? connection.goingOn() : 0)
        .sum();
  }

  /** Waits for what the server does by itself. */
  static void await(String what, BooleanSupplier isSo) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!isSo.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      try {
        Thread.sleep(1);
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void keep(Closeable connection) {
    open.add(connection);
    if (open.size() > MAX_OPEN) {
      close(open.remove(0));
    }
  }

  @Override
  public void close() {
    open.forEach(AttackTarget::close);
  }

  private static void close(Closeable one) {
    try {
      one.close();
    } catch (IOException alreadyGone) {
      // What is closed from the other side is closed.
    }
  }
}
