package dev.membrane.store.sqlite;

import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.commit.ReindexRequest;
import dev.membrane.store.jdbc.internal.session.Scripts;
import dev.membrane.store.jdbc.internal.table.FigureTable;
import dev.membrane.store.sqlite.internal.audit.AuditBackfill;
import dev.membrane.store.sqlite.internal.dialect.SqliteDialect;
import dev.membrane.store.sqlite.internal.file.FileHeader;
import dev.membrane.store.sqlite.internal.session.Sql;
import dev.membrane.store.sqlite.internal.table.WordCountMigration;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Brings a database to the newest version: all scripts that it has not seen, in one transaction
 * that also notes the version in {@code PRAGMA user_version}. One each would sync a new file dozens
 * of times. A migration library would double the time that the server takes to start.
 *
 * @param scripts in order; the first makes version 1
 */
record SqliteMigrations(List<String> scripts) {

  /** After it the figures of the records that there are have to be written. */
  private static final String FIGURES = "V12__figures.sql";

  private static final String TERMS = "V18__terms.sql";
  private static final String SPEAKERS = "V19__speakers.sql";
  private static final String WRITING_SYSTEMS = "V20__writing_systems.sql";
  private static final String MODAL_VERBS = "V22__modal_verbs.sql";

  /** After each of them the engine has to read the terms of all records again. */
  private static final Set<String> OTHER_TERMS =
      Set.of(TERMS, SPEAKERS, WRITING_SYSTEMS, MODAL_VERBS);

  /** The scripts of this version of Membrane. */
  static final SqliteMigrations ALL =
      new SqliteMigrations(
          List.of(
              "V1__tables.sql",
              "V2__tags_in_order.sql",
              "V3__vectors.sql",
              "V4__recent_counts.sql",
              "V5__cleaning.sql",
              AuditBackfill.SCRIPT,
              "V7__reindex.sql",
              "V8__runs.sql",
              "V9__arrivals.sql",
              "V10__ascending_orders.sql",
              "V11__word_runs.sql",
              FIGURES,
              "V13__versions.sql",
              "V14__encryption.sql",
              WordCountMigration.SCRIPT,
              "V16__recent_tags.sql",
              "V17__former_vectors.sql",
              TERMS,
              SPEAKERS,
              WRITING_SYSTEMS,
              "V21__former_keys_and_runs.sql",
              MODAL_VERBS,
              "V23__separator_keys.sql"));

  /** These, and one more. */
  SqliteMigrations and(String script) {
    return new SqliteMigrations(Stream.concat(scripts.stream(), Stream.of(script)).toList());
  }

  int newestVersion() {
    return scripts.size();
  }

  /**
   * Runs the scripts that the database has not seen.
   *
   * @param cipher with which it is encrypted
   */
  void run(Connection connection, StoreCipher cipher) throws SQLException {
    int done = (int) new Sql(connection).firstNumber("PRAGMA user_version");
    if (done < scripts.size()) {
      runAll(connection, scripts.subList(done, scripts.size()), cipher);
    }
  }

  // A pragma takes no bind parameters; both values are numbers of this class.
  private void runAll(Connection connection, List<String> unseen, StoreCipher cipher)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("BEGIN IMMEDIATE");
      for (String script : unseen) {
        statement.executeUpdate(Scripts.read(SqliteMigrations.class, script));
        fill(connection, script, cipher);
      }
      statement.executeUpdate("PRAGMA application_id = " + FileHeader.APPLICATION_ID);
      statement.executeUpdate("PRAGMA user_version = " + scripts.size());
      statement.executeUpdate("COMMIT");
    } catch (SQLException failure) {
      rollBack(connection, failure);
      throw failure;
    }
  }

  /** What a script has to have written of the records that there are. */
  private static void fill(Connection connection, String script, StoreCipher cipher)
      throws SQLException {
    if (script.equals(AuditBackfill.SCRIPT)) {
      AuditBackfill.run(connection);
    }
    if (script.equals(FIGURES)) {
      FigureTable.fill(new Sql(connection));
    }
    if (script.equals(WordCountMigration.SCRIPT)) {
      WordCountMigration.run(connection);
    }
    if (OTHER_TERMS.contains(script)) {
      ReindexRequest.add(new Sql(connection, new SqliteDialect(cipher)));
    }
  }

  private static void rollBack(Connection connection, SQLException failure) {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("ROLLBACK");
    } catch (SQLException alreadyRolledBack) {
      failure.addSuppressed(alreadyRolledBack);
    }
  }
}
