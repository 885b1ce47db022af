package dev.membrane.store.postgres.internal.session;

import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.internal.session.SqlCodes;
import dev.membrane.store.postgres.internal.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** Finds what a write would meet that keeps it from being taken. */
public record WriteObstacle(Database database, ReadPool readers) {

  private static final String READ_ONLY = "default_transaction_read_only is on";

  /** Why nothing can be written, or an empty text. */
  private static final String NO_WRITES =
      """
      SELECT CASE
        WHEN pg_is_in_recovery() THEN 'this server is a standby, which takes no writes'
        WHEN NOT (has_table_privilege('memory', 'INSERT')
            AND has_table_privilege('memory', 'UPDATE')
            AND has_table_privilege('memory', 'DELETE'))
          THEN 'user ' || current_user || ' may not write to its tables'
        WHEN (SELECT reset_val FROM pg_settings
            WHERE name = 'default_transaction_read_only') = 'on'
          THEN '%s'
        ELSE '' END
      """
          .formatted(READ_ONLY);

  /** The obstacle, or an empty text. */
  public String find() {
    String found =
        readers.read(rows -> rows.all(row -> row.getString(1), NO_WRITES, Map.of()).get(0));
    return found.equals(READ_ONLY) ? ofNewSession() : found;
  }

  /**
   * What is set for a role or a database holds for a session from its beginning to its end. Those
   * that read last long, while one that was refused a write is replaced.
   */
  private String ofNewSession() {
    String found;
    try (Connection connection = database.writing()) {
      found = String.valueOf(Database.text(connection, NO_WRITES));
    } catch (SQLException failure) {
      throw new StoreUnavailableException(
          "the database cannot be written", SqlCodes.of(failure), failure);
    }
    if (found.isEmpty()) {
      readers.renew();
    }
    return found;
  }
}
