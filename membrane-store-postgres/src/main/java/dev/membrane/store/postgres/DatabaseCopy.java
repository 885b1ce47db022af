package dev.membrane.store.postgres;

import dev.membrane.spi.EncryptedCopy;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.StoreReader;
import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.store.jdbc.HistoryCopy;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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

  private static final HistoryCopy.CopyStatements STATEMENTS =
      new HistoryCopy.CopyStatements(
          """
          SELECT n.name, e.vector FROM memory m JOIN embedding e ON e.rid = m.rid
            JOIN model n ON n.id = e.model
          WHERE m.id = ?
          """,
          """
          UPDATE embedding SET written_at = ?, row_hash = ?
          WHERE rid = (SELECT m.rid FROM memory m WHERE m.id = ?)
          """,
          // Of a scope that is too long for an index the column has no more than the head.
          scope -> TextEncoding.isCut(scope) ? "" : scope);

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

    static SchemaTables of(Database database) {
      try (Connection connection = database.patient()) {
        return of(database, connection);
      } catch (SQLException failure) {
        throw database.cannotOpen(failure);
      }
    }

    static SchemaTables of(Database database, Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery(TABLES.formatted(MARK, database.schema()))) {
        row.next();
        return new SchemaTables(row.getInt(1), row.getInt(2) > 0, row.getInt(3) > 0);
      }
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
      throw new StoreOpenException("--to: names the database that is to be encrypted");
    }
    Database source = new Database(from);
    if (!SchemaTables.of(source).isStore()) {
      throw new StoreOpenException(source + ": there is no memory here");
    }
    Database target = new Database(to);
    @Nullable Database keys = target.keys();
    if (keys != null) {
      new KeysDatabase(keys, target).requireApart();
    }
    mark(target);
    PostgresStore plain = PostgresStore.open(from);
    boolean done = false;
    try {
      DatabaseCopy copy = new DatabaseCopy(to, source, turn(source), plain);
      done = true;
      return copy;
    } finally {
      if (!done) {
        plain.close();
      }
    }
  }

  /** Says of an empty schema what it is for. */
  private static void mark(Database target) {
    try (Connection connection = target.patient();
        Statement statement = connection.createStatement()) {
      SchemaTables tables = SchemaTables.of(target, connection);
      if (tables.isMarked()) {
        return;
      }
      if (tables.all() > 0) {
        throw new StoreOpenException(
            target + ": has tables already; --to must name a schema or a database without any");
      }
      connection.setAutoCommit(false);
      target.makeSchema(statement);
      statement.execute("CREATE TABLE " + target.schema() + "." + MARK + " ()");
      connection.commit();
    } catch (SQLException failure) {
      throw target.cannotOpen(failure);
    }
  }

  /** Writers wait until it is closed. */
  private static Connection turn(Database source) {
    @Nullable Connection connection = null;
    boolean done = false;
    try {
      connection = source.patient();
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute(source.turn());
      }
      done = true;
      return connection;
    } catch (SQLException failure) {
      throw source.cannotOpen(failure);
    } finally {
      if (!done) {
        close(connection);
      }
    }
  }

  /**
   * Checks that a database is no copy that is still to be completed.
   *
   * @throws StoreOpenException if it is one
   */
  static void requireFinished(Database database) {
    if (SchemaTables.of(database).isMarked()) {
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
    Database target = new Database(to);
    try (KeyWrapping key = KeyWrapping.open(target, to.key());
        DatabaseEncryption encryption = DatabaseEncryption.of(target, key);
        BatchedWrites source =
            new BatchedWrites(from.patient(), new ScopeLocks(from.lock()), PostgresDialect.PLAIN);
        BatchedWrites copy =
            new BatchedWrites(
                target.transactions(), new ScopeLocks(target.lock()), encryption.dialect())) {
      new HistoryCopy(source, copy, STATEMENTS, () -> {}).copy();
    } catch (SQLException failure) {
      throw new StoreUnavailableException("former states cannot be copied", failure);
    }
  }

  @Override
  public void finish() {
    Database target = new Database(to);
    try (Connection connection = target.patient();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE " + target.schema() + "." + MARK);
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
  private static void close(@Nullable Connection connection) {
    if (connection == null) {
      return;
    }
    try (connection) {
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
    } catch (SQLException broken) {
      throw new StoreUnavailableException("the database cannot be closed", broken);
    }
  }
}
