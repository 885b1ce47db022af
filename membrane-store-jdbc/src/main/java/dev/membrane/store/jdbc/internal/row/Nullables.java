package dev.membrane.store.jdbc.internal.row;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Reads columns that may be null. */
public final class Nullables {

  private Nullables() {}

  /** A whole number. */
  public static @Nullable Long number(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : (Long) value;
  }

  /** A real number. */
  public static @Nullable Double real(ResultSet row, int column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? null : (Double) value;
  }
}
