package dev.membrane.store.postgres.internal.database;

import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The meaning of the five-character SQLSTATE of a failure. */
public final class SqlStates {

  private static final Set<String> SHUTTING_DOWN = Set.of("57P01", "57P02", "57P03", "57P05");

  private static final String NO_SUCH_DATABASE = "3D000";

  private SqlStates() {}

  /** Whether the connection is lost, so that another one may fare better. */
  public static boolean isConnectionLost(Throwable failure) {
    String state = state(failure);
    return state.startsWith("08") || SHUTTING_DOWN.contains(state);
  }

  /** Whether others were in the way, so that the same may succeed another time. */
  public static boolean isCollision(Throwable failure) {
    String state = state(failure);
    return state.startsWith("40");
  }

  /** Whether a lock was waited for as long as is allowed. */
  public static boolean isLockTimeout(Throwable failure) {
    return state(failure).equals("55P03");
  }

  /** Whether the transaction may only read. */
  public static boolean isReadOnly(Throwable failure) {
    return state(failure).equals("25006");
  }

  /** Whether the transaction failed rather than what was asked of it. */
  public static boolean isOfTransaction(SQLException failure) {
    String state = state(failure);
    return isConnectionLost(failure)
        || isCollision(failure)
        || isLockTimeout(failure)
        || state.startsWith("25")
        || state.startsWith("53")
        || state.startsWith("57")
        || state.startsWith("58");
  }

  /**
   * Whether it is so until an operator changes something: who may enter, which rights, or where.
   */
  static boolean isLasting(Throwable failure) {
    String state = state(failure);
    return state.startsWith("28") || isWithoutRight(failure) || state.equals(NO_SUCH_DATABASE);
  }

  /** Whether the user lacks a right. */
  static boolean isWithoutRight(Throwable failure) {
    return state(failure).equals("42501");
  }

  /** What the database says, for a line of the log. */
  public static String oneLine(SQLException failure) {
    String told =
        String.valueOf(failure.getMessage())
            .replaceAll("\\s*\\R\\s*", " ")
            .replaceFirst(" Position: \\d+$", "");
    return failure.getCause() instanceof UnknownHostException host
        ? told + " Unknown host: " + host.getMessage()
        : told;
  }

  private static String state(Throwable failure) {
    for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof SQLException sql && sql.getSQLState() != null) {
        return sql.getSQLState();
      }
    }
    return "";
  }
}
