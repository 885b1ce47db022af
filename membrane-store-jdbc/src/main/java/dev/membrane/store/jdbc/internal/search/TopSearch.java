package dev.membrane.store.jdbc.internal.search;

import dev.membrane.schema.Timestamps;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.row.SalienceColumns;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The records of the highest live salience, as far as they are among the {@link TopRows} of each
 * space. No salience exceeds what follows from the rank key, or else it is the value that it cannot
 * fall below. So each list is looked at until what follows in it is less than the answer.
 */
final class TopSearch {

  /** Of more spaces, to read the first rows would take longer than to search. */
  private static final int MAX_SPACES = 32;

  private final Filter filter;
  private final int limit;
  private final BestCandidates best;
  private final long at;
  private final VisibleSpaces visible;
  private final List<Space> spaces;
  private final Map<Long, TopRows> tops = new HashMap<>();

  /** Used once. */
  TopSearch(Filter filter, int limit, VisibleSpaces visible) {
    this.filter = filter;
    this.limit = limit;
    this.best = new BestCandidates(filter, limit);
    this.at = Timestamps.toEpochMicros(filter.at());
    this.visible = visible;
    this.spaces = Stream.concat(visible.full().stream(), visible.redacted().stream()).toList();
  }

  /** The spaces that it looks at. */
  List<Space> spaces() {
    return spaces;
  }

  /**
   * The best first; null if that cannot be told from some rows.
   *
   * @param known those of the spaces; if they are not those of all, nothing can be told
   */
  @Nullable List<Hit> hits(Collection<TopRows> known) {
    known.forEach(top -> tops.put(top.space(), top));
    if (tops.size() < spaces.size()) {
      return null;
    }
    Instant validAt = filter.validAt();
    for (Space space : visible.full()) {
      add(space, validAt);
    }
    for (Space space : visible.redacted()) {
      add(space, null);
    }
    return spaces.stream().allMatch(this::isDecided)
        ? best.inOrder().stream().map(Candidate::toHit).toList()
        : null;
  }

  /** Whether the first rows of the spaces may tell, and to read them does not take too long. */
  boolean isLikely() {
    return limit < TopRows.MAX
        && WordEncoding.always(filter).isEmpty()
        && spaces.size() <= MAX_SPACES
        && spaces.stream().allMatch(Space::isSteady);
  }

  /**
   * Adds what may be among the best.
   *
   * @param validAt when facts have to hold; null: always or not
   */
  private void add(Space space, @Nullable Instant validAt) {
    TopRows top = topOf(space);
    for (TopRows.TopRow row : top.byRank()) {
      if (isBehind(space, row)) {
        break;
      }
      add(row, validAt);
    }
    for (TopRows.TopRow row : top.byRest()) {
      if (row.leastLog2() < best.bound()) {
        break;
      }
      add(row, validAt);
    }
  }

  private void add(TopRows.TopRow row, @Nullable Instant validAt) {
    if (row.holdsAt(validAt)) {
      best.add(row.candidate().at(filter.at()));
    }
  }

  private boolean isDecided(Space space) {
    TopRows top = topOf(space);
    return (top.byRank().size() < TopRows.MAX || isBehind(space, last(top.byRank())))
        && (top.byRest().size() < TopRows.MAX || last(top.byRest()).leastLog2() < best.bound());
  }

  private TopRows topOf(Space space) {
    return Objects.requireNonNull(tops.get(space.id()));
  }

  /** Whether the salience of a row, and of all that follow it by rank, is less than the answer. */
  private boolean isBehind(Space space, TopRows.TopRow row) {
    double rankKey = row.candidate().rankKey();
    return rankKey
            - SalienceColumns.halfLives(at, space.halfLife())
            + SteadyRanking.slack(at, space, rankKey)
        < best.bound();
  }

  private static TopRows.TopRow last(List<TopRows.TopRow> rows) {
    return rows.get(rows.size() - 1);
  }
}
