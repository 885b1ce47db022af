package dev.membrane.benchmarks;

import com.google.inject.Guice;
import com.google.inject.Inject;
import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.RetrieveResponse;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import org.jdbi.v3.core.Jdbi;

/**
 * The least that a server of these libraries does before its first answer: Guice makes a service,
 * Jdbi asks a SQLite file, gRPC answers. Nothing of Membrane's but the messages is loaded.
 */
final class BareServer extends MembraneServiceGrpc.MembraneServiceImplBase {

  private final Jdbi jdbi;

  @Inject
  BareServer(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Serves the file named by the first argument, on any port, until the process ends. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Jdbi jdbi = Jdbi.create("jdbc:sqlite:" + args[0]);
    jdbi.useHandle(
        handle -> {
          handle.execute("PRAGMA journal_mode = wal");
          handle.execute("CREATE TABLE IF NOT EXISTS document (id TEXT PRIMARY KEY, text TEXT)");
          handle.execute("INSERT OR REPLACE INTO document VALUES ('a', 'b')");
        });
    BareServer service =
        Guice.createInjector(binder -> binder.bind(Jdbi.class).toInstance(jdbi))
            .getInstance(BareServer.class);
    Server server =
        NettyServerBuilder.forPort(0, InsecureServerCredentials.create())
            .addService(service)
            .build()
            .start();
    System.out.println("grpc on 127.0.0.1:" + server.getPort());
    server.awaitTermination();
  }

  @Override
  public void retrieve(RetrieveRequest request, StreamObserver<RetrieveResponse> to) {
    long count =
        jdbi.withHandle(
            handle -> handle.createQuery("SELECT count(*) FROM document").mapTo(Long.class).one());
    to.onNext(
        RetrieveResponse.newBuilder()
            .addRecords(ByteString.copyFromUtf8(Long.toString(count)))
            .build());
    to.onCompleted();
  }
}
