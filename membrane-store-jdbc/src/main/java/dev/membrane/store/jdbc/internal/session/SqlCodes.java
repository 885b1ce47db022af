package dev.membrane.store.jdbc.internal.session;

import dev.membrane.spi.store.StoreUnavailableException;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The codes of databases' errors. They tell failures apart, and have no word of a record. */
public final class SqlCodes {

  /** A standby says the second to a transaction that wants to write. */
  private static final Set<String> READ_ONLY = Set.of("SQLState 25006", "SQLState 0A000");

  private static final String WHY =
      ": it is read-only, as a standby is, or one with default_transaction_read_only";

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

  /** What is reported of a write that failed. */
  public static StoreUnavailableException notWritten(Throwable failure) {
    String code = of(failure);
    String why = READ_ONLY.contains(code) ? WHY : "";
    return new StoreUnavailableException("the database cannot be written" + why, code, failure);
  }
}
