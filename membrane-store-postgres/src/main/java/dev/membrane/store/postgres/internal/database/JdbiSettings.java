package dev.membrane.store.postgres.internal.database;

import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;

/** How all that a node has of Jdbi is set up. */
public final class JdbiSettings {

  /** Each Jdbi would parse all statements anew, and a node has one for each writing connection. */
  private static final SqlParser SHARED = new ColonPrefixSqlParser();

  private JdbiSettings() {}

  /** The same Jdbi. It keeps the values that were bound out of failures, as these are logged. */
  public static Jdbi given(Jdbi jdbi) {
    jdbi.getConfig(SqlStatements.class).setSqlParser(SHARED);
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
    return jdbi;
  }
}
