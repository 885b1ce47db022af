package dev.membrane.store.jdbc;

import java.util.Iterator;
import org.jdbi.v3.core.result.ResultIterator;
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
          + Order.DRIFT.sql();

  /** The rows come as they are asked for, as many at a time. */
  private static final int CHUNK = 128;

  private final CandidateQuery query;
  private final Best best;

  /** The first place to read on at, in the order of the index. */
  private record Position(double drift, long t0) {

    static final Position START = new Position(Double.POSITIVE_INFINITY, Long.MAX_VALUE);

    static Position behindAnchor(Candidate last) {
      return new Position(last.columns().log2S0(), last.columns().t0() - 1);
    }

    static Position behindSalience(Candidate last) {
      return new Position(last.columns().log2S0(), Long.MIN_VALUE);
    }

    boolean isBehind(Candidate candidate) {
      return drift == candidate.columns().log2S0() && t0 < candidate.columns().t0();
    }
  }

  DriftingRanking(CandidateQuery query, Best best) {
    this.query = query.where(space -> !space.isSteady());
    this.best = best;
  }

  void read() {
    query.spaces().forEach(this::read);
  }

  private void read(Space space) {
    Position position = Position.START;
    while (position != null) {
      position = readFrom(position, space);
    }
  }

  private @Nullable Position readFrom(Position position, Space space) {
    try (ResultIterator<Candidate> rows =
        query
            .candidates(
                query
                    .dialect()
                    .fetching(query.query(Order.DRIFT, DOWNWARDS), CHUNK)
                    .bind("space", space.id())
                    .bind("drift", position.drift())
                    .bind("t0", position.t0()))
            .iterator()) {
      return readWhileItMatters(rows, space.curve() != null);
    }
  }

  /** Answers where to read on; null: nowhere. */
  private @Nullable Position readWhileItMatters(Iterator<Candidate> rows, boolean alike) {
    Position skip = null;
    while (rows.hasNext()) {
      Candidate next = rows.next();
      if (next.columns().log2S0() < best.bound()) {
        return null;
      }
      if (skip != null && skip.isBehind(next)) {
        return skip;
      }
      best.add(next);
      skip = alike ? skipBehind(next) : null;
    }
    return null;
  }

  private @Nullable Position skipBehind(Candidate last) {
    if (last.log2Salience() < best.bound()) {
      return Position.behindSalience(last);
    }
    return best.isDecidedAt(last) ? Position.behindAnchor(last) : null;
  }
}
