package dev.membrane.benchmarks;

import dev.membrane.spi.store.MemoryStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a new store can be made, on one of the backends; what is there is gone when it closes. */
interface Site extends AutoCloseable {

  /** A kind of store, of which new ones are measured. */
  @FunctionalInterface
  interface Backend {
    /**
     * A new place with nothing there.
     *
     * @param keyFile with the key that encrypts the store; null: it is not encrypted
     */
    Site site(String name, @Nullable Path keyFile) throws SQLException;

    /** A new place with nothing there, which is not encrypted. */
    default Site site(String name) throws SQLException {
      return site(name, null);
    }
  }

  /** The backend, as in the server's settings. */
  String backend();

  /** Opens the store, which whoever opened it closes. */
  MemoryStore open();

  /** A connection past the store, to be closed. */
  Connection connect() throws SQLException;

  /** Brings the store into the state of one that nobody has written to for a while. */
  void settle() throws SQLException;

  /** Gives back the room that nothing uses; nobody may have the store open. */
  void compact() throws SQLException;

  /** The room it takes. */
  long bytes() throws SQLException;

  /** The server's settings that name the store, as variables of the environment. */
  Map<String, String> settings();

  /** The records that an import has to take in a second, at least. */
  double importedAtLeast();

  /** What {@code count(*)} says. */
  default long count() throws SQLException {
    return number("SELECT count(*) FROM memory");
  }

  /** The number that a query answers. */
  default long number(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Override
  void close() throws SQLException;
}
