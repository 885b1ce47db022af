package dev.membrane.store.jdbc.internal.table;

import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.SalienceColumns;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A decay curve and half-life whose records have spaces of their own.
 *
 * @param curve the name of the curve
 * @param halfLife in seconds
 */
public record Lane(String curve, long halfLife) {

  /** That of records that share their spaces with others of any half-life. */
  public static final Lane NONE = new Lane("", 0);

  private static final String ALL = "SELECT curve, half_life FROM lane";

  /** Those that there are. */
  public static Set<Lane> all(ReadTransaction rows) throws SQLException {
    return new HashSet<>(
        rows.all(row -> new Lane(row.getString(1), row.getLong(2)), ALL, Map.of()));
  }

  public static Lane of(SalienceColumns salience) {
    return new Lane(salience.curve().wireName(), salience.halfLife());
  }
}
