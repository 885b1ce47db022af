package dev.membrane.store.jdbc.internal.commit;

import dev.membrane.schema.Timestamps;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Removes former states that ended long ago, those that ended first before others. */
final class ExpiredStates {

  /** For each table, which its primary key orders that end together. */
  private static final List<String> REMOVE =
      List.of(
          remove("version", "rid, version", "until, rid, version"),
          remove("former_vector", "rid, until", "until, rid"),
          remove("former_key", "name, until", "until, name"),
          remove("former_run", "id, until", "until, id"));

  private ExpiredStates() {}

  private static String remove(String table, String key, String order) {
    return """
        DELETE FROM %1$s WHERE (%2$s) IN (
          SELECT %2$s FROM %1$s WHERE until < ? ORDER BY %3$s LIMIT ?)
        """
        .formatted(table, key, order);
  }

  /** Removes what ended before an instant; answers whether there was anything. */
  static boolean remove(WriteTransaction sql, Instant end) throws SQLException {
    boolean isAny = false;
    for (String statement : REMOVE) {
      isAny |= sql.update(statement, Timestamps.toEpochMicros(end), HistorySteps.MAX) > 0;
    }
    return isAny;
  }
}
