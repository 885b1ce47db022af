package dev.membrane.store.postgres;

import dev.membrane.spi.keys.StoreEncryption.EncryptedCopy;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.jdbc.internal.history.HistoryCopy;
import dev.membrane.store.postgres.internal.crypto.KeysDatabase;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.database.TextEncoding;
import dev.membrane.store.postgres.internal.dialect.PostgresDialect;
import dev.membrane.store.postgres.internal.session.BatchedWrites;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An encrypted copy of a database in another schema or another database. Whoever writes into the
 * former waits meanwhile. Until it is complete the copy has a table that says so, and no server
 * opens it.
 */
final class DatabaseCopy implements EncryptedCopy {

  private static final String MARK = "unfinished_copy";

  private static final String TABLES =
      """
      SELECT count(*), count(*) FILTER (WHERE c.relname = '%s'),
        count(*) FILTER (WHERE c.relname = 'membrane_schema')
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = '%s'
      """;

  private final PostgresConfig to;
  private final Connection turn;
  private final PostgresStore plain;
  private final Database from;
  private @Nullable PostgresStore encrypted;

  private DatabaseCopy(PostgresConfig to, Database from, Connection turn, PostgresStore plain) {
    this.to = to;
    this.from = from;
    this.turn = turn;
    this.plain = plain;
  }

  /** What a schema has. */
  private record SchemaTables(int all, boolean isMarked, boolean isStore) {

    static SchemaTables of(Database database, Connection connection) throws SQLException {
      return Objects.requireNonNull(
          Database.first(
              connection,
              row -> new SchemaTables(row.getInt(1), row.getInt(2) > 0, row.getInt(3) > 0),
              TABLES.formatted(MARK, database.schema())));
    }
  }

  /**
   * Begins a copy, or goes on with it.
   *
   * @param from the database, which is not encrypted
   * @param to where the copy is to be, with its key
   * @throws StoreOpenException if one of them is not as it has to be
   */
  static DatabaseCopy open(PostgresConfig from, PostgresConfig to) {
    if (from.toString().equals(to.toString())) {
      throw StoreOpenException.configuration("--to: names the database that is to be encrypted");
    }
    Database source = new Database(from.access());
    requireStore(source);
    Database target = new Database(to.access());
    @Nullable Database keys = target.keys();
    if (keys != null) {
      new KeysDatabase(keys, target).requireApart();
    }
    mark(target);
    PostgresStore plain = PostgresStore.open(from);
    try {
      return new DatabaseCopy(to, source, turn(source, target), plain);
    } catch (Throwable failure) {
      plain.close();
      throw failure;
    }
  }

  private static void requireStore(Database source) {
    try (Connection connection = source.patient()) {
      if (!SchemaTables.of(source, connection).isStore()) {
        throw new StoreOpenException(source + ": there is no memory here");
      }
    } catch (SQLException failure) {
      throw source.cannotOpen(failure);
    }
  }

  /** Says of an empty schema what it is for. */
  private static void mark(Database target) {
    try (Connection connection = target.patient()) {
      SchemaTables tables = SchemaTables.of(target, connection);
      if (tables.isMarked()) {
        return;
      }
      if (tables.all() > 0) {
        throw new StoreOpenException(
            target + ": has tables already; --to must name a schema or a database without any");
      }
      connection.setAutoCommit(false);
      target.makeSchema(connection);
      Database.update(connection, "CREATE TABLE " + target.schema() + "." + MARK + " ()");
      connection.commit();
    } catch (SQLException failure) {
      throw target.cannotOpen(failure);
    }
  }

  /** Writers wait until it is closed. */
  private static Connection turn(Database source, Database target) {
    try {
      Connection connection = source.transactions();
      try (Statement statement = connection.createStatement()) {
        statement.execute(source.turn());
        requireUnfinished(target);
        return connection;
      } catch (Throwable failure) {
        close(connection);
        throw failure;
      }
    } catch (SQLException failure) {
      throw source.cannotOpen(failure);
    }
  }

  /** Two may have begun the same copy, of which one had to wait. */
  private static void requireUnfinished(Database target) throws SQLException {
    try (Connection connection = target.patient()) {
      if (!SchemaTables.of(target, connection).isMarked()) {
        throw new StoreOpenException(
            target + ": another `membraned encrypt` has finished this copy meanwhile");
      }
    }
  }

  /**
   * Checks that a database is no copy that is still to be completed.
   *
   * @throws StoreOpenException if it is one
   */
  static void requireFinished(Database database, Connection connection) throws SQLException {
    if (SchemaTables.of(database, connection).isMarked()) {
      throw new StoreOpenException(
          database + ": is an unfinished copy; start `membraned encrypt` again");
    }
  }

  @Override
  public StoreReader plain() {
    return plain;
  }

  @Override
  public MemoryStore encrypted() {
    @Nullable PostgresStore open = encrypted;
    if (open == null) {
      open = PostgresStore.openUnfinished(to);
      encrypted = open;
    }
    return open;
  }

  @Override
  public void complete() {
    Database target = new Database(to.access());
    try (KeyWrapping key = KeyWrapping.open(target, to.key());
        Connection into = target.transactions();
        DatabaseEncryption encryption = DatabaseEncryption.of(target, into, key);
        BatchedWrites source = new BatchedWrites(from.patient(), from, PostgresDialect.PLAIN);
        BatchedWrites copy = new BatchedWrites(into, target, encryption.dialect())) {
      if (!new HistoryCopy(source, copy, DatabaseCopy::wholeScope, () -> {}).copy()) {
        throw new StoreOpenException(
            target
                + ": has former states that are gone from the database; drop it and start again");
      }
    } catch (SQLException failure) {
      throw new StoreUnavailableException("former states cannot be copied", failure);
    }
  }

  /** Of a scope that is too long for an index the column has no more than the head. */
  private static String wholeScope(String column) {
    return TextEncoding.isCut(column) ? "" : column;
  }

  @Override
  public void finish() {
    Database target = new Database(to.access());
    try (Connection connection = target.patient()) {
      Database.update(connection, "DROP TABLE " + target.schema() + "." + MARK);
    } catch (SQLException failure) {
      throw target.cannotOpen(failure);
    }
  }

  @Override
  public String toString() {
    return to.toString();
  }

  @Override
  public void close() {
    if (encrypted != null) {
      encrypted.close();
    }
    plain.close();
    close(turn);
  }

  /** Writers need not wait until the server has noticed that the connection is closed. */
  private static void close(Connection connection) {
    try (connection) {
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
    } catch (SQLException broken) {
      throw new StoreUnavailableException("the database cannot be closed", broken);
    }
  }
}
