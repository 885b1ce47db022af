package dev.membrane.benchmarks;

import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.RetrieveResponse;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The least that a gRPC server over a SQLite file does before its first answer. */
final class BareServer extends MembraneServiceGrpc.MembraneServiceImplBase {

  private final Connection connection;

  private BareServer(Connection connection) {
    this.connection = connection;
  }

  /** Serves the file named by the first argument, on any port, until the process ends. */
  public static void main(String[] args) throws IOException, InterruptedException, SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + args[0]);
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "PRAGMA journal_mode = wal;"
              + " CREATE TABLE IF NOT EXISTS document (id TEXT PRIMARY KEY, text TEXT);"
              + " INSERT OR REPLACE INTO document VALUES ('a', 'b')");
    }
    Server server =
        NettyServerBuilder.forPort(0, InsecureServerCredentials.create())
            .addService(new BareServer(connection))
            .build()
            .start();
    System.out.println("grpc on 127.0.0.1:" + server.getPort());
    server.awaitTermination();
  }

  @Override
  public void retrieve(RetrieveRequest request, StreamObserver<RetrieveResponse> to) {
    try (Statement statement = connection.createStatement();
        ResultSet count = statement.executeQuery("SELECT count(*) FROM document")) {
      to.onNext(
          RetrieveResponse.newBuilder()
              .addRecords(ByteString.copyFromUtf8(count.getString(1)))
              .build());
      to.onCompleted();
    } catch (SQLException failure) {
      to.onError(Status.UNAVAILABLE.withCause(failure).asRuntimeException());
    }
  }
}
