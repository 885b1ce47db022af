package dev.membrane.store.postgres;

import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.jdbc.internal.commit.ReindexRequest;
import dev.membrane.store.jdbc.internal.session.Scripts;
import dev.membrane.store.jdbc.internal.table.FigureTable;
import dev.membrane.store.postgres.internal.crypto.DataKeyTable;
import dev.membrane.store.postgres.internal.crypto.EncryptionState;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.dialect.PostgresDialect;
import dev.membrane.store.postgres.internal.session.BatchedWrites;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a database to the newest version: all scripts that it has not seen, in one transaction
 * that also notes the version. Nodes that start together take turns, by a lock that writers share,
 * so that none writes meanwhile.
 *
 * @param scripts in order; the first makes version 1
 */
record PostgresMigrations(List<String> scripts) {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresMigrations.class);

  /** After it the figures of the records that there are have to be written. */
  private static final String FIGURES = "V7__figures.sql";

  private static final String TERMS = "V12__terms.sql";
  private static final String SPEAKERS = "V13__speakers.sql";
  private static final String WRITING_SYSTEMS = "V14__writing_systems.sql";
  private static final String MODAL_VERBS = "V16__modal_verbs.sql";

  /** After each of them the engine has to read the terms of all records again. */
  private static final Set<String> OTHER_TERMS =
      Set.of(TERMS, SPEAKERS, WRITING_SYSTEMS, MODAL_VERBS);

  /** The scripts of this version of Membrane. */
  static final PostgresMigrations ALL =
      new PostgresMigrations(
          List.of(
              "V1__tables.sql",
              "V2__audit_heads.sql",
              "V3__reindex.sql",
              "V4__runs.sql",
              "V5__arrivals.sql",
              "V6__scopes.sql",
              FIGURES,
              "V8__versions.sql",
              "V9__data_keys.sql",
              "V10__separate_keys.sql",
              "V11__former_vectors.sql",
              TERMS,
              SPEAKERS,
              WRITING_SYSTEMS,
              "V15__former_keys_and_runs.sql",
              MODAL_VERBS,
              "V17__statistics.sql"));

  /** These, and one more. */
  PostgresMigrations and(String script) {
    return new PostgresMigrations(Stream.concat(scripts.stream(), Stream.of(script)).toList());
  }

  /**
   * Runs them.
   *
   * @param key with which a new database is encrypted; null: it is not
   * @throws StoreOpenException if the database cannot be used, or is there and cannot be used with
   *     the key
   */
  void run(Database database, Connection connection, @Nullable KeyWrapping key)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      checkEncoding(database, connection);
      if (version(database, connection) != scripts.size()) {
        connection.setAutoCommit(false);
        runInTurn(database, statement, key);
        connection.commit();
        connection.setAutoCommit(true);
      }
    }
  }

  // The schema's name is of letters, digits and underscores, and the version is a number of ours.
  private void runInTurn(Database database, Statement statement, @Nullable KeyWrapping key)
      throws SQLException {
    Connection connection = statement.getConnection();
    statement.execute(database.turn());
    int version = version(database, connection);
    if (version > scripts.size()) {
      throw StoreOpenException.configuration(
          "%s: was written by a newer Membrane (schema version %s, this one knows up to %s)"
              .formatted(database, version, scripts.size()));
    }
    if (version == 0) {
      database.makeSchema(connection);
      statement.execute("CREATE TABLE IF NOT EXISTS membrane_schema (version integer NOT NULL)");
      statement.execute("INSERT INTO membrane_schema (version) VALUES (0)");
    } else {
      EncryptionState.of(database, connection).check(database, key);
    }
    runFrom(version, database, statement, key);
    if (version == 0) {
      DatabaseEncryption.begin(database, connection, key);
    }
    statement.execute("UPDATE membrane_schema SET version = " + scripts.size());
  }

  private void runFrom(
      int version, Database database, Statement statement, @Nullable KeyWrapping key)
      throws SQLException {
    Connection connection = statement.getConnection();
    if (version > 0 && version < scripts.size()) {
      LOG.info("{}: migrating the tables from version {} to {}", database, version, scripts.size());
    }
    for (String script : scripts.subList(version, scripts.size())) {
      statement.execute(Scripts.read(PostgresMigrations.class, script));
      if (script.equals(FIGURES)) {
        FigureTable.fill(new BatchedWrites(connection, database, PostgresDialect.PLAIN));
      }
      if (OTHER_TERMS.contains(script) && version > 0) {
        requestReindex(database, connection, key);
      }
    }
  }

  private static void requestReindex(
      Database database, Connection connection, @Nullable KeyWrapping key) throws SQLException {
    try (DataKeyTable keys = DatabaseEncryption.keys(database)) {
      PostgresDialect dialect = DatabaseEncryption.dialect(database, connection, key, keys);
      ReindexRequest.add(new BatchedWrites(connection, database, dialect));
    }
  }

  /** 0 if there is nothing of ours yet. */
  private static int version(Database database, Connection connection) throws SQLException {
    // Read as a table: what the server remembers of names may be older than the transaction.
    String find =
        """
        SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relname = 'membrane_schema' AND n.nspname = ?
        """;
    String version = "SELECT version FROM " + database.schema() + ".membrane_schema";
    return Database.text(connection, find, database.schema()) == null
        ? 0
        : Integer.parseInt(Objects.requireNonNullElse(Database.text(connection, version), "0"));
  }

  private static void checkEncoding(Database database, Connection connection) throws SQLException {
    String encoding = Database.text(connection, "SHOW server_encoding");
    if (!"UTF8".equals(encoding)) {
      throw StoreOpenException.configuration(
          "%s: its encoding is %s; make a database with ENCODING 'UTF8'"
              .formatted(database, encoding));
    }
  }
}
