package dev.membrane.store.jdbc;

import dev.membrane.spi.KeptRun;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads whole runs. */
final class KeptRuns {

  private static final String BY_NUMBERS =
      "SELECT " + RunTable.COLUMNS + " FROM run r WHERE r.number {in numbers}";

  private static final String BY_IDS =
      "SELECT " + RunTable.COLUMNS + " FROM run r WHERE r.id {in ids}";

  private KeptRuns() {}

  static List<KeptRun> byNumbers(Rows rows, Collection<Long> numbers) throws SQLException {
    return read(rows, BY_NUMBERS, Map.of("numbers", rows.dialect().numbers(numbers)));
  }

  static List<KeptRun> byIds(Rows rows, Collection<String> ids) throws SQLException {
    return read(rows, BY_IDS, Map.of("ids", rows.dialect().keys(ids)));
  }

  private static List<KeptRun> read(Rows rows, String query, Map<String, ?> values)
      throws SQLException {
    Dialect dialect = rows.dialect();
    return rows.all(row -> RunTable.read(row, dialect), query, values).stream()
        .flatMap(Optional::stream)
        .toList();
  }
}
