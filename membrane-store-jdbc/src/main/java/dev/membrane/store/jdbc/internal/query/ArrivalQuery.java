package dev.membrane.store.jdbc.internal.query;

import dev.membrane.schema.Timestamps;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Arrivals.Period;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Visibility;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.dialect.WordIndex;
import dev.membrane.store.jdbc.internal.filter.Conditions;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.filter.Space.By;
import dev.membrane.store.jdbc.internal.search.VisibleSpaces;
import dev.membrane.store.jdbc.internal.table.NextRecords;
import dev.membrane.store.jdbc.internal.table.RecordNumbers;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  private final ReadTransaction rows;
  private final Arrivals asked;

  /** The first ids that were found, by the numbers of their records. */
  private final TreeMap<Long, String> found = new TreeMap<>();

  /** Used once, within one transaction. */
  ArrivalQuery(ReadTransaction rows, Arrivals asked) {
    this.rows = rows;
    this.asked = asked;
  }

  List<String> ids() throws SQLException {
    Long after = RecordNumbers.of(rows, asked.after());
    if (after == null) {
      return List.of();
    }
    VisibleSpaces spaces = VisibleSpaces.of(rows, asked.filter());
    List<List<String>> words = WordEncoding.always(asked.filter()).stream().map(List::of).toList();
    Conditions conditions = Conditions.besidesWords(asked.filter());
    if (!words.isEmpty()) {
      readByWords(words, spaces.full(), conditions, after);
    } else {
      read(spaces.full(), conditions, after);
    }
    read(spaces.redacted(), Conditions.NONE, after);
    return first();
  }

  /** The ids of those that are seen in full and have one word of each of some lists. */
  static List<String> withWords(
      ReadTransaction rows,
      Visibility visibility,
      List<List<String>> words,
      String after,
      int limit)
      throws SQLException {
    Filter all = Filter.ofAll(visibility, Instant.EPOCH);
    ArrivalQuery query =
        new ArrivalQuery(rows, new Arrivals(all, Period.ALWAYS, Period.ALWAYS, after, limit));
    Long last = RecordNumbers.of(rows, after);
    if (last != null) {
      query.readByWords(words, VisibleSpaces.of(rows, all).full(), Conditions.NONE, last);
    }
    return query.first();
  }

  private List<String> first() {
    return found.values().stream().limit(asked.limit()).toList();
  }

  private void read(List<Space> spaces, Conditions conditions, long after) throws SQLException {
    for (Map.Entry<By, List<Space>> named : Space.byColumn(spaces).entrySet()) {
      take(
          NextRecords.query(
              rows.dialect(),
              asked.filter().visibility(),
              named.getKey(),
              named.getValue().size(),
              asked.limit()),
          conditions,
          Map.of(
              "spaces", rows.dialect().numbers(Space.ids(named.getValue())),
              "after", after,
              "limit", asked.limit()));
    }
  }

  /** A record may have the words and not pass, so there may be more to look at than are wanted. */
  private void readByWords(
      List<List<String>> words, List<Space> spaces, Conditions conditions, long after)
      throws SQLException {
    WordIndex index = rows.dialect().wordIndex();
    long last = after;
    while (!spaces.isEmpty() && found.size() < asked.limit()) {
      List<Long> rids = index.recordsWithOneOfEach(rows, words, spaces, last, asked.limit());
      take(NUMBERED, conditions, Map.of("rids", rows.dialect().numbers(rids)));
      if (rids.size() < asked.limit()) {
        return;
      }
      last = rids.get(rids.size() - 1);
    }
  }

  private void take(String sql, Conditions holding, Map<String, ?> own) throws SQLException {
    Map<String, Object> values = new HashMap<>(own);
    values.putAll(holding.values());
    String conditions =
        holding.holds()
            + bound("created_at >=", "createdFrom", asked.created().from(), values)
            + bound("created_at <", "createdUntil", asked.created().until(), values)
            + bound("updated_at >=", "updatedFrom", asked.updated().from(), values)
            + bound("updated_at <", "updatedUntil", asked.updated().until(), values);
    rows.each(
        row -> found.put(row.getLong(2), rows.dialect().plain(row.getString(1))),
        sql.replace("<conditions>", conditions),
        values);
  }

  /** A condition on a column, whose value goes to the others; empty if there is no such bound. */
  private static String bound(
      String column, String name, @Nullable Instant bound, Map<String, Object> values) {
    if (bound == null) {
      return "";
    }
    values.put(name, Timestamps.toEpochMicros(bound));
    return " AND s." + column + " :" + name;
  }
}
