package dev.membrane.store.sqlite;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jdbi.v3.core.statement.StatementBuilder;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Keeps the statements of one connection prepared: the driver compiles the SQL anew each time,
 * which takes longer than most of the queries. The SQL of this package is constant, so the number
 * of statements is small. Used by one thread at a time, like its connection.
 */
final class CachedStatements implements StatementBuilder {

  private final Map<String, PreparedStatement> idle = new HashMap<>();
  private final IdentityHashMap<Statement, String> inUse = new IdentityHashMap<>();

  @Override
  public Statement create(Connection connection, StatementContext context) throws SQLException {
    return connection.createStatement();
  }

  @Override
  public PreparedStatement create(Connection connection, String sql, StatementContext context)
      throws SQLException {
    // Taken out, so that a query may run while the rows of the same query are still being read.
    PreparedStatement known = idle.remove(sql);
    PreparedStatement statement = known == null ? connection.prepareStatement(sql) : known;
    inUse.put(statement, sql);
    return statement;
  }

  @Override
  public CallableStatement createCall(Connection connection, String sql, StatementContext context)
      throws SQLException {
    return connection.prepareCall(sql);
  }

  @Override
  public void close(Connection connection, String query, Statement statement) throws SQLException {
    // Jdbi hands in the query as it was before its parameters were replaced.
    String sql = inUse.remove(statement);
    if (sql == null || idle.containsKey(sql)) {
      statement.close();
    } else {
      idle.put(sql, (PreparedStatement) statement);
    }
  }
}
