package dev.membrane.store.jdbc;

import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.SqlStatements;

/**
 * Has statements be parsed once in a process. Each Jdbi parses them by itself otherwise, and a
 * store has one for each connection that writes.
 */
public final class SharedParser {

  /** Safe for use by many threads; it remembers what it parsed. */
  private static final SqlParser SHARED = new ColonPrefixSqlParser();

  private SharedParser() {}

  /** The same Jdbi, which parses as all others do that were given to this method. */
  public static Jdbi with(Jdbi jdbi) {
    jdbi.getConfig(SqlStatements.class).setSqlParser(SHARED);
    return jdbi;
  }
}
