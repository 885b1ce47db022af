package dev.membrane.grpc;

import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveRequest;
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
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Ways to harm a server that others use, each one blow of it. A blow may be refused, and mostly is.
 */
enum Attack {
  LONG_NUMBER {
    @Override
    void strike(Target target, Random random) {
      String digits = "7".repeat(1_001 + random.nextInt(400_000));
      target.call(
          Set.of(Status.Code.INVALID_ARGUMENT),
          client ->
              client.retrieve(
                  RetrieveRequest.newBuilder()
                      .setTrust(TrustContext.newBuilder().setMaxSensitivity("hyper"))
                      .setContext("{\"a\":" + digits + "}")
                      .build()));
    }
  },

  MANY_VALUES {
    @Override
    void strike(Target target, Random random) {
      String values = "[1" + ",1".repeat(100_000 + random.nextInt(4_000_000)) + "]";
      target.call(
          Set.of(Status.Code.INVALID_ARGUMENT, Status.Code.RESOURCE_EXHAUSTED),
          client ->
              client.ingestToolOutput(
                  IngestToolOutputRequest.newBuilder()
                      .setSource("a")
                      .setToolName("t")
                      .setResult(values)
                      .build()));
    }
  },

  WRONG_KEYS {
    @Override
    void strike(Target target, Random random) {
      target.call(
          Set.of(Status.Code.UNAUTHENTICATED, Status.Code.RESOURCE_EXHAUSTED),
          client ->
              client
                  .withCallCredentials(BearerToken.of("guess-" + random.nextLong()))
                  .getMetrics(GetMetricsRequest.getDefaultInstance()));
    }
  },

  COMPRESSED {
    @Override
    void strike(Target target, Random random) {
      String bomb = "x".repeat(1_000_000 + random.nextInt(30_000_000));
      target.call(
          Set.of(Status.Code.INVALID_ARGUMENT, Status.Code.RESOURCE_EXHAUSTED),
          client ->
              client
                  .withCompression("gzip")
                  .ingestEvent(
                      IngestEventRequest.newBuilder()
                          .setSource("a")
                          .setEventKind("k")
                          .setRef("r")
                          .setSummary(bomb)
                          .build()));
    }
  },

  SLOW_UPLOAD {
    @Override
    void strike(Target target, Random random) throws IOException {
      RawConnection connection = target.connect();
      for (int stream = 1; stream <= 401; stream += 2) {
        connection.begin(stream, INGEST, target.key());
        connection.data(stream, RawConnection.announcing(20_000_000), false);
        connection.data(stream, new byte[1 + random.nextInt(16_000)], false);
      }
    }
  },

  RESETS {
    @Override
    void strike(Target target, Random random) throws IOException {
      RawConnection connection = target.connect();
      for (int stream = 1; stream <= 3_999 && !connection.isClosed(); stream += 2) {
        connection.begin(stream, INGEST, target.key());
        connection.reset(stream);
      }
    }
  },

  HEALTH_WATCHES {
    @Override
    void strike(Target target, Random random) throws IOException {
      RawConnection connection = target.connect();
      for (int stream = 1; stream <= 501; stream += 2) {
        connection.begin(stream, "grpc.health.v1.Health/Watch", Map.of());
        connection.data(stream, RawConnection.announcing(0), true);
      }
    }
  },

  CONNECTIONS {
    @Override
    void strike(Target target, Random random) throws IOException {
      for (int i = 0; i < 50; i++) {
        target.open();
      }
    }
  };

  private static final String INGEST = "membrane.v1.MembraneService/IngestEvent";

  abstract void strike(Target target, Random random) throws IOException;

  /** Who is attacked, and what the attacker has open there. Used by one thread. */
  static final class Target implements AutoCloseable {

    /** As many as an attacker may have before it begins anew. */
    private static final int MAX_OPEN = 400;

    private final int port;
    private final Channel channel;
    private final Map<String, String> key;
    private final List<Closeable> open = new ArrayList<>();

    /**
     * A server.
     *
     * @param key the header that lets the attacker in; empty: none is needed
     */
    Target(int port, Channel channel, Map<String, String> key) {
      this.port = port;
      this.channel = channel;
      this.key = Map.copyOf(key);
    }

    Map<String, String> key() {
      return key;
    }

    RawConnection connect() throws IOException {
      RawConnection connection = new RawConnection(port);
      keep(connection);
      return connection;
    }

    void open() throws IOException {
      keep(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    private void keep(Closeable connection) {
      open.add(connection);
      if (open.size() > MAX_OPEN) {
        close(open.remove(0));
      }
    }

    void call(Set<Status.Code> allowed, Consumer<MembraneServiceBlockingStub> blow) {
      MembraneServiceBlockingStub client =
          MembraneServiceGrpc.newBlockingStub(channel).withDeadlineAfter(60, TimeUnit.SECONDS);
      String token = key.get("authorization");
      try {
        blow.accept(token == null ? client : client.withCallCredentials(BearerToken.header(token)));
      } catch (StatusRuntimeException refused) {
        if (!allowed.contains(refused.getStatus().getCode())) {
          throw refused;
        }
        return;
      }
      throw new AssertionError("a blow was let through");
    }

    @Override
    public void close() {
      open.forEach(Target::close);
    }

    private static void close(Closeable one) {
      try {
        one.close();
      } catch (IOException alreadyGone) {
        // What is closed from the other side is closed.
      }
    }
  }
}
