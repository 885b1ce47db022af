package dev.membrane.grpc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A PostgreSQL server that comes back with what it held. */
final class RestartableDatabase implements AutoCloseable {

  private final Path data;
  private int port;

  /** Has the port while the server is away, so that no other test is given it. */
  private Socket keeping = new Socket();

  private EmbeddedPostgres server;

  RestartableDatabase(Path data) throws IOException {
    this.data = data;
    start();
  }

  void start() throws IOException {
    keeping.close();
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setCleanDataDirectory(false)
            .setServerConfig("max_connections", "200")
            .setPGStartupWait(Duration.ofMinutes(5))
            // It is ended in order, so that nothing has to be on the disk before.
            .setServerConfig("fsync", "off");
    server = (port == 0 ? builder : builder.setPort(port)).start();
    port = server.getPort();
  }

  /** Ends it as an operator does, which cuts off who is connected. */
  void stop() throws IOException {
    server.close();
    keeping = new Socket();
    keeping.setReuseAddress(true);
    keeping.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  String dsn() {
    return "postgres://postgres@localhost:" + port + "/postgres";
  }

  /** The number that a query answers. */
  int count(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getInt(1);
    }
  }

  /** A connection of the caller's own. */
  Connection connect() throws SQLException {
    return server.getPostgresDatabase().getConnection();
  }

  @Override
  public void close() throws IOException {
    keeping.close();
    server.close();
  }
}
