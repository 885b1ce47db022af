package dev.membrane.store.jdbc.internal.search;

import static java.util.stream.Collectors.groupingBy;

import dev.membrane.spi.search.Filter;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.filter.Conditions;
import dev.membrane.store.jdbc.internal.filter.RecordOrder;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.filter.Space.By;
import dev.membrane.store.jdbc.internal.row.Nullables;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of a steady space in the order of its rank keys, and in that of the values that
 * salience cannot fall below. They do not depend on the instant of a search, so that a store may
 * keep them in memory until a record of the space changes. Immutable.
 */
public final class TopRows {

  /** The most of each order. */
  static final int MAX = 16;

  /** What the objects of a row take in memory, about. */
  private static final int BYTES_OF_ROW = 300;

  private static final int BYTES = 200;

  private static final String COLUMNS = Candidate.COLUMNS + ", s.valid_from, s.valid_until, s.rest";

  private final long space;
  private final List<TopRow> byRank;
  private final List<TopRow> byRest;

  /** Gives the first rows of spaces. */
  @FunctionalInterface
  public interface TopRowFetch {
    /** Those of each space, in any order. */
    Collection<TopRows> of(List<Space> spaces) throws SQLException;
  }

  /**
   * A row.
   *
   * @param candidate at some instant
   * @param validFrom where a fact's timebox begins, in microseconds, if it has one
   * @param validUntil where it ends
   * @param rest the logarithm of the value that its salience cannot fall below; null: none
   */
  record TopRow(
      Candidate candidate,
      @Nullable Long validFrom,
      @Nullable Long validUntil,
      @Nullable Double rest) {

    private static final Comparator<TopRow> BY_RANK =
        Comparator.comparing(TopRow::candidate, Candidate.BY_RANK);

    private static final Comparator<TopRow> BY_REST =
        Comparator.comparingDouble(TopRow::leastLog2).reversed();

    static TopRow read(ResultSet row, Dialect dialect, Filter filter) throws SQLException {
      return new TopRow(
          Candidate.read(row, dialect, filter.at()),
          Nullables.number(row, Candidate.COUNT + 1),
          Nullables.number(row, Candidate.COUNT + 2),
          Nullables.real(row, Candidate.COUNT + 3));
    }

    boolean holdsAt(@Nullable Instant instant) {
      return Conditions.hold(validFrom, validUntil, instant);
    }

    double leastLog2() {
      return rest == null ? Double.NEGATIVE_INFINITY : rest;
    }
  }

  private TopRows(long space, List<TopRow> byRank, List<TopRow> byRest) {
    this.space = space;
    this.byRank = byRank;
    this.byRest = byRest;
  }

  /** The id of the space. */
  long space() {
    return space;
  }

  /** The highest rank keys first; if there are fewer than {@value #MAX}, there are no others. */
  List<TopRow> byRank() {
    return byRank;
  }

  /** Likewise, by the values that salience cannot fall below. */
  List<TopRow> byRest() {
    return byRest;
  }

  /** Reads those of spaces, with two statements for each column that names them. */
  public static Map<Long, TopRows> read(ReadTransaction rows, Filter filter, List<Space> spaces)
      throws SQLException {
    Map<Long, TopRows> tops = new HashMap<>();
    for (Map.Entry<By, List<Space>> named : Space.byColumn(spaces).entrySet()) {
      CandidateQuery query =
          new CandidateQuery(rows, filter, named.getKey(), named.getValue(), Conditions.NONE);
      Map<Long, List<TopRow>> byRank = read(query, RecordOrder.RANK, TopRow.BY_RANK);
      Map<Long, List<TopRow>> byRest = read(query, RecordOrder.REST, TopRow.BY_REST);
      for (long id : Space.ids(named.getValue())) {
        List<TopRow> none = List.of();
        tops.put(id, new TopRows(id, byRank.getOrDefault(id, none), byRest.getOrDefault(id, none)));
      }
    }
    return tops;
  }

  private static Map<Long, List<TopRow>> read(
      CandidateQuery query, RecordOrder order, Comparator<TopRow> sorting) throws SQLException {
    Dialect dialect = query.dialect();
    String statement =
        dialect.made(
            List.of(COLUMNS, order),
            () -> dialect.bestOfEachSpace("TRUE", order).replace("<columns>", COLUMNS));
    return query
        .rows()
        .all(
            row -> TopRow.read(row, dialect, query.filter()),
            query.sql(order, statement),
            Map.of("spaces", query.spaceIds(), "limit", MAX))
        .stream()
        .sorted(sorting)
        .collect(groupingBy(row -> row.candidate().space()));
  }

  /** The room they take in memory, about. */
  public int bytes() {
    return BYTES + BYTES_OF_ROW * (byRank.size() + byRest.size());
  }
}
