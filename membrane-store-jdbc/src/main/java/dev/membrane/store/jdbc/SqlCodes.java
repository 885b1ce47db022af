package dev.membrane.store.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The codes of databases' errors. They tell failures apart, and have no word of a record. */
public final class SqlCodes {

  private SqlCodes() {}

  /** The code of a failure; empty if there is none. */
  public static String of(Throwable failure) {
    for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof SQLException sql) {
        if (sql.getSQLState() != null) {
          return "SQLState " + sql.getSQLState();
        }
        if (sql.getErrorCode() != 0) {
          return "error " + sql.getErrorCode();
        }
      }
    }
    return "";
  }
}
