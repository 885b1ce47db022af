package dev.membrane.store.sqlite;

import dev.membrane.store.jdbc.FigureTable;
import dev.membrane.store.jdbc.Scripts;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/**
 * Brings a database to the newest version, one script after the other, each in a transaction that
 * also notes the version in {@code PRAGMA user_version}. A migration library would do the same and
 * double the time that the server takes to start.
 *
 * @param scripts in order; the first makes version 1
 */
record SqliteMigrations(List<String> scripts) {

  /** After it the figures of the records that there are have to be written. */
  private static final String FIGURES = "V12__figures.sql";

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
              FormerCounts.SCRIPT,
              "V16__recent_tags.sql"));

  /** These, and one more. */
  SqliteMigrations and(String script) {
    return new SqliteMigrations(Stream.concat(scripts.stream(), Stream.of(script)).toList());
  }

  int newestVersion() {
    return scripts.size();
  }

  /** Runs the scripts that the database has not seen. */
  void run(Connection connection) throws SQLException {
    for (int done = version(connection); done < scripts.size(); done++) {
      run(connection, scripts.get(done), done + 1);
    }
  }

  static int version(Connection connection) throws SQLException {
    return number(connection, "PRAGMA user_version");
  }

  static int applicationId(Connection connection) throws SQLException {
    return number(connection, "PRAGMA application_id");
  }

  static int tables(Connection connection) throws SQLException {
    return number(connection, "SELECT count(*) FROM sqlite_master");
  }

  private static int number(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getInt(1);
    }
  }

  // A pragma takes no bind parameters; both values are numbers of this class.
  private static void run(Connection connection, String script, int version) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "BEGIN IMMEDIATE;\n"
              + ("PRAGMA application_id = " + FileHeader.APPLICATION_ID + ";\n")
              + ("PRAGMA user_version = " + version + ";\n")
              + Scripts.read(SqliteMigrations.class, script));
      if (script.equals(AuditBackfill.SCRIPT)) {
        AuditBackfill.run(connection);
      }
      if (script.equals(FIGURES)) {
        FigureTable.fill(new Sql(connection));
      }
      if (script.equals(FormerCounts.SCRIPT)) {
        FormerCounts.run(connection);
      }
      statement.executeUpdate("COMMIT");
    } catch (SQLException failure) {
      rollBack(connection, failure);
      throw failure;
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
