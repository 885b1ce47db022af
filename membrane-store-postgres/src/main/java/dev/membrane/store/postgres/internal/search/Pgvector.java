package dev.membrane.store.postgres.internal.search;

import dev.membrane.store.jdbc.internal.session.Scripts;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.database.SqlStates;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prepares a database for vector indexes, if it has the extension pgvector or is allowed to install
 * it.
 */
public final class Pgvector {

  private static final String SCRIPT = "pgvector.sql";

  /** The first version that goes on with a scan while too few rows pass a filter. */
  private static final int LEAST_MINOR = 8;

  private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*");

  private static final String FIND =
      """
      SELECT e.extversion, n.nspname
      FROM pg_available_extensions a
      LEFT JOIN pg_extension e ON e.extname = a.name
      LEFT JOIN pg_namespace n ON n.oid = e.extnamespace
      WHERE a.name = 'vector'
      """;

  private static final String CREATE = "CREATE EXTENSION vector SCHEMA public";

  private static final String COLUMN =
      """
      SELECT 1 FROM pg_attribute
      WHERE attrelid = to_regclass('%s.embedding') AND attname = 'direction' AND NOT attisdropped
      """;

  /** What the server has of it: null where it is only available. */
  private record Extension(@Nullable String version, @Nullable String schema) {}

  private Pgvector() {}

  /**
   * Creates what is missing, nodes that start together one after the other.
   *
   * @return what keeps it from being used and what can be done about it; null if nothing does
   */
  public static @Nullable String prepare(Database database, Connection connection) {
    try (Statement statement = connection.createStatement()) {
      @Nullable String obstacle = obstacle(statement);
      String column = COLUMN.formatted(database.schema());
      if (obstacle == null && Database.text(connection, column) == null) {
        connection.setAutoCommit(false);
        statement.execute(database.turn());
        statement.execute(Scripts.read(Pgvector.class, SCRIPT));
        connection.commit();
      }
      return obstacle;
    } catch (SQLException failure) {
      return "pgvector cannot be used: " + SqlStates.oneLine(failure);
    }
  }

  private static @Nullable String obstacle(Statement statement) throws SQLException {
    @Nullable Extension found = find(statement);
    if (found == null) {
      return "the server has no pgvector; install it there";
    }
    return found.version() == null ? afterCreation(statement) : fault(found);
  }

  private static @Nullable String afterCreation(Statement statement) throws SQLException {
    try {
      statement.execute(CREATE);
    } catch (SQLException failure) {
      // Another node may have been faster.
      Extension found = find(statement);
      return found == null || found.version() == null
          ? "let a superuser run " + CREATE + " (" + SqlStates.oneLine(failure) + ")"
          : fault(found);
    }
    return fault(Objects.requireNonNull(find(statement)));
  }

  private static @Nullable String fault(Extension found) {
    String version = Objects.requireNonNull(found.version());
    if (!"public".equals(found.schema())) {
      return "run ALTER EXTENSION vector SET SCHEMA public, as it is in " + found.schema();
    }
    return isNewEnough(version)
        ? null
        : "pgvector %s is older than 0.%s; install a newer one and run ALTER EXTENSION vector UPDATE"
            .formatted(version, LEAST_MINOR);
  }

  static boolean isNewEnough(String version) {
    Matcher numbers = VERSION.matcher(version);
    return numbers.matches()
        && (Integer.parseInt(numbers.group(1)) > 0
            || Integer.parseInt(numbers.group(2)) >= LEAST_MINOR);
  }

  private static @Nullable Extension find(Statement statement) throws SQLException {
    return Database.first(
        statement.getConnection(), row -> new Extension(row.getString(1), row.getString(2)), FIND);
  }
}
