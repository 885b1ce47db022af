package dev.membrane.store.jdbc.internal.search;

import dev.membrane.store.jdbc.internal.filter.RecordOrder;
import dev.membrane.store.jdbc.internal.filter.Space;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The records whose order changes with time: those with linear curves, and those with half-lives
 * too rare for a space of their own. No curve exceeds its anchor, so these are read in the order of
 * the anchor's salience until that is below the answer.
 *
 * <p>If all have one curve and half-life, records of the same anchor salience fall in the order of
 * their anchors' instants, the latest last. So as soon as one is below the answer, the rest of
 * these is skipped. As soon as the answer ends among records of the very same anchor, the rest of
 * those is skipped too.
 */
final class DriftingRanking {

  private static final String DOWNWARDS =
      """
      SELECT s.<space> <columns>
      FROM <list>
      WHERE <of> = :space AND (<o>.drift, <o>.t0) <= (:drift, :t0) <conditions>
      ORDER BY\s"""
          + RecordOrder.DRIFT.sql();

  private final CandidateQuery query;
  private final BestCandidates best;

  /** The first place to read on at, in the order of the index. */
  private record DriftPosition(double drift, long t0) {

    static final DriftPosition START = new DriftPosition(Double.POSITIVE_INFINITY, Long.MAX_VALUE);

    static DriftPosition behindAnchor(Candidate last) {
      return new DriftPosition(last.columns().log2S0(), last.columns().t0() - 1);
    }

    static DriftPosition behindSalience(Candidate last) {
      return new DriftPosition(last.columns().log2S0(), Long.MIN_VALUE);
    }

    boolean isBehind(Candidate candidate) {
      return drift == candidate.columns().log2S0() && t0 < candidate.columns().t0();
    }
  }

  DriftingRanking(CandidateQuery query, BestCandidates best) {
    this.query = query.where(space -> !space.isSteady());
    this.best = best;
  }

  void read() throws SQLException {
    for (Space space : query.spaces()) {
      read(space);
    }
  }

  private void read(Space space) throws SQLException {
    DriftPosition position = DriftPosition.START;
    while (position != null) {
      position = readFrom(position, space);
    }
  }

  /** Answers where to read on; null: nowhere. */
  private @Nullable DriftPosition readFrom(DriftPosition position, Space space)
      throws SQLException {
    RowIntake reading = new RowIntake(space.curve() != null);
    query
        .rows()
        .until(
            row -> reading.isEnoughWith(query.candidate(row)),
            query.sql(RecordOrder.DRIFT, DOWNWARDS),
            query.values(
                Map.of("space", space.id(), "drift", position.drift(), "t0", position.t0())));
    return reading.next;
  }

  /** Takes rows while they matter. */
  private final class RowIntake {
    private final boolean alike;
    private @Nullable DriftPosition skip;
    private @Nullable DriftPosition next;

    RowIntake(boolean alike) {
      this.alike = alike;
    }

    boolean isEnoughWith(Candidate candidate) {
      if (candidate.columns().log2S0() < best.bound()) {
        return true;
      }
      if (skip != null && skip.isBehind(candidate)) {
        next = skip;
        return true;
      }
      best.add(candidate);
      skip = alike ? skipBehind(candidate) : null;
      return false;
    }
  }

  private @Nullable DriftPosition skipBehind(Candidate last) {
    if (last.log2Salience() < best.bound()) {
      return DriftPosition.behindSalience(last);
    }
    return best.isDecidedAt(last) ? DriftPosition.behindAnchor(last) : null;
  }
}
