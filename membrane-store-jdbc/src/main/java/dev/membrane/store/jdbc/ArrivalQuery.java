package dev.membrane.store.jdbc;

import dev.membrane.spi.Arrivals;
import dev.membrane.spi.Period;
import dev.membrane.store.jdbc.Space.By;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Finds records in the order of arrival. The index of each space is read from where the last page
 * ended. If the filter asks for words, the records are found by these words.
 */
final class ArrivalQuery {

  private static final String NUMBERED =
      """
      SELECT {text s.id}, s.rid
      FROM {list rids} {join} memory s ON s.rid = rids.value
      WHERE TRUE <conditions>
      """;

  private final Rows rows;
  private final Arrivals asked;

  /** The first ids that were found, by the numbers of their records. */
  private final TreeMap<Long, String> found = new TreeMap<>();

  /** Used once, within one transaction. */
  ArrivalQuery(Rows rows, Arrivals asked) {
    this.rows = rows;
    this.asked = asked;
  }

  List<String> ids() throws SQLException {
    Long after = ArrivalPlace.of(rows, asked.after());
    if (after == null) {
      return List.of();
    }
    VisibleSpaces spaces = VisibleSpaces.of(rows, asked.filter());
    if (!Words.always(asked.filter()).isEmpty()) {
      readByWords(spaces.full(), after);
    } else {
      read(spaces.full(), Conditions.holding(), after);
    }
    read(spaces.redacted(), "", after);
    return found.values().stream().limit(asked.limit()).toList();
  }

  private void read(List<Space> spaces, String conditions, long after) {
    for (By by : By.values()) {
      List<Space> named = spaces.stream().filter(space -> space.by() == by).toList();
      if (!named.isEmpty()) {
        take(
            query(rows.dialect().nextOfSpaces(), conditions)
                .define("space", by.column())
                .bind("spaces", rows.dialect().numbers(Space.ids(named)))
                .bind("after", after)
                .bind("limit", asked.limit()));
      }
    }
  }

  /** A record may have the words and not pass, so there may be more to look at than are wanted. */
  private void readByWords(List<Space> spaces, long after) {
    long last = after;
    List<String> words = Words.always(asked.filter());
    while (!spaces.isEmpty() && found.size() < asked.limit()) {
      List<Long> rids = rows.dialect().having(rows.handle(), words, spaces, last, asked.limit());
      if (rids.isEmpty()) {
        return;
      }
      take(query(NUMBERED, Conditions.holding()).bind("rids", rows.dialect().numbers(rids)));
      last = rids.get(rids.size() - 1);
    }
  }

  private void take(Query query) {
    query
        .map((row, context) -> Map.entry(row.getLong(2), rows.dialect().plain(row.getString(1))))
        .forEach(one -> found.put(one.getKey(), one.getValue()));
  }

  private Query query(String sql, String holding) {
    String conditions =
        holding
            + since("created_at", "createdFrom", asked.created())
            + before("created_at", "createdUntil", asked.created())
            + since("updated_at", "updatedFrom", asked.updated())
            + before("updated_at", "updatedUntil", asked.updated());
    Query query =
        rows.handle().createQuery(rows.dialect().sql(sql)).define("conditions", conditions);
    if (!holding.isEmpty()) {
      query.bind("instant", Micros.of(asked.filter().at()));
    }
    bind(query, "createdFrom", asked.created().from());
    bind(query, "createdUntil", asked.created().until());
    bind(query, "updatedFrom", asked.updated().from());
    bind(query, "updatedUntil", asked.updated().until());
    return query;
  }

  private static String since(String column, String name, Period period) {
    return period.from() == null ? "" : " AND s." + column + " >= :" + name;
  }

  private static String before(String column, String name, Period period) {
    return period.until() == null ? "" : " AND s." + column + " < :" + name;
  }

  private static void bind(Query query, String name, @Nullable Instant bound) {
    if (bound != null) {
      query.bind(name, Micros.of(bound));
    }
  }
}
