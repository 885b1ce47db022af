package dev.membrane.store.jdbc.internal.search;

import static java.util.stream.Collectors.groupingBy;

import dev.membrane.schema.Timestamps;
import dev.membrane.store.jdbc.internal.filter.RecordOrder;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.row.SalienceColumns;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The records whose order never changes, read from the rank index, or the list of a tag, of each
 * space.
 *
 * <p>The index is ordered by {@code rank_key}, but the exact order is that of {@code
 * Lifecycle.log2SalienceAt}. The two differ by rounding, so records within {@link #slack} of each
 * other may be in the wrong order; records of one anchor (s0, t0) never are. So a space is read
 * until its last row is behind the answer by more than the slack. If the answer ends among the
 * records of one anchor, the rest of these is skipped, however many there are.
 */
final class SteadyRanking {

  private static final int LEAST_CHUNK = 16;
  private static final int GROWTH = 4;

  private static final String NEXT =
      """
      SELECT s.<space> <columns>
      FROM <list>
      WHERE <of> = :space AND <o>.t0 <= :at
        AND (<o>.rank_key, <o>.t0, <o>.log2_s0) <= (:rankKey, :t0, :log2S0)
        AND <o>.rank_key >= :least <conditions>
      ORDER BY\s"""
          + RecordOrder.RANK.sql()
          + " LIMIT :limit";

  private final CandidateQuery query;
  private final BestCandidates best;
  private final int limit;
  private final long at;

  /**
   * The first place to read on at, in the order of the index. A place, as SQLite goes through all
   * rows that equal the row value of a strict comparison.
   */
  private record RankPosition(double rankKey, long t0, double log2S0) {

    static final RankPosition START =
        new RankPosition(Double.POSITIVE_INFINITY, Long.MAX_VALUE, Double.POSITIVE_INFINITY);

    static RankPosition behind(Candidate last) {
      return new RankPosition(
          last.rankKey(), last.columns().t0(), Math.nextDown(last.columns().log2S0()));
    }
  }

  SteadyRanking(CandidateQuery query, BestCandidates best, int limit) {
    this.query = query.where(Space::isSteady);
    this.best = best;
    this.limit = limit;
    this.at = Timestamps.toEpochMicros(query.filter().at());
  }

  void read() throws SQLException {
    if (query.spaces().isEmpty()) {
      return;
    }
    // One statement begins all spaces, as there may be many.
    int chunk = firstChunk();
    Map<Long, List<Candidate>> first = first(chunk);
    first.values().forEach(best::addAll);
    for (Space space : query.spaces()) {
      readOn(space, first.getOrDefault(space.id(), List.of()), chunk);
    }
  }

  /**
   * If few records pass the filter, each further one takes long to find. Then only as many are read
   * from each space as make an answer together; these give a bound for how far down to look for
   * others.
   */
  private int firstChunk() {
    int share = limit / query.spaces().size();
    return query.conditions().isSelective() ? share + 1 : Math.min(limit, LEAST_CHUNK + 2 * share);
  }

  private void readOn(Space space, List<Candidate> firstRows, int firstChunk) throws SQLException {
    RankPosition position = RankPosition.START;
    List<Candidate> rows = firstRows;
    int chunk = firstChunk;
    while (rows.size() == chunk) {
      Candidate last = rows.get(rows.size() - 1);
      if (last.log2Salience() + slack(at, space, last.rankKey()) < best.bound()) {
        return;
      }
      if (best.isDecidedAt(last)) {
        position = RankPosition.behind(last);
        chunk = LEAST_CHUNK;
      } else {
        chunk *= GROWTH;
      }
      rows = next(space, position, chunk);
      best.addAll(rows);
    }
  }

  /**
   * A bound for the rounding of both sides: each does a handful of operations on numbers no larger
   * than these.
   */
  static double slack(long at, Space space, double rankKey) {
    double halfLives = Math.abs(SalienceColumns.halfLives(at, space.halfLife()));
    return (Math.abs(rankKey) + halfLives + Double.MAX_EXPONENT) * 0x1p-48;
  }

  /** The rank key below which no record of the space comes in. */
  private double leastRank(Space space) {
    double least = best.bound() + SalienceColumns.halfLives(at, space.halfLife());
    return least == Double.NEGATIVE_INFINITY ? least : least - slack(at, space, least);
  }

  private Map<Long, List<Candidate>> first(int chunk) throws SQLException {
    String sql = query.bestOfEachSpace("<o>.t0 <= :at", RecordOrder.RANK);
    List<Candidate> ordered =
        new ArrayList<>(
            query.candidates(sql, Map.of("spaces", query.spaceIds(), "at", at, "limit", chunk)));
    ordered.sort(Candidate.BY_RANK);
    return ordered.stream().collect(groupingBy(Candidate::space));
  }

  private List<Candidate> next(Space space, RankPosition position, int chunk) throws SQLException {
    return query.candidates(
        query.sql(RecordOrder.RANK, NEXT),
        Map.of(
            "space", space.id(),
            "at", at,
            "rankKey", position.rankKey(),
            "t0", position.t0(),
            "log2S0", position.log2S0(),
            "least", leastRank(space),
            "limit", chunk));
  }
}
