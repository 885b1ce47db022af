package dev.membrane.store.jdbc.internal.search;

import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.filter.Conditions;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.filter.Space.By;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The records of the highest live salience. Each ranking reads an index of its own from the top,
 * and stops where the candidates found so far are all better than what follows.
 */
public final class SalienceSearch {

  private final ReadTransaction rows;
  private final Filter filter;
  private final int limit;
  private final BestCandidates best;

  /** Used once, within one transaction. */
  public SalienceSearch(ReadTransaction rows, Filter filter, int limit) {
    this.rows = rows;
    this.filter = filter;
    this.limit = limit;
    this.best = new BestCandidates(filter, limit);
  }

  /** The best first. */
  public List<Hit> hits() throws SQLException {
    return hits(VisibleSpaces.of(rows, filter));
  }

  /**
   * As {@link #hits()} of spaces that were read, without reading more than their first rows, if
   * these do.
   */
  public List<Hit> hits(VisibleSpaces spaces, TopRows.TopRowFetch topRows) throws SQLException {
    TopSearch search = new TopSearch(filter, limit, spaces);
    List<Hit> hits = search.isLikely() ? search.hits(topRows.of(search.spaces())) : null;
    return hits == null ? hits(spaces) : hits;
  }

  /**
   * The best first of spaces; null if that is not known.
   *
   * @param topRows the first rows of spaces, as far as they are known
   */
  public static @Nullable List<Hit> known(
      Filter filter,
      int limit,
      VisibleSpaces spaces,
      Function<List<Space>, Collection<TopRows>> topRows) {
    TopSearch search = new TopSearch(filter, limit, spaces);
    return search.isLikely() ? search.hits(topRows.apply(search.spaces())) : null;
  }

  private List<Hit> hits(VisibleSpaces spaces) throws SQLException {
    boolean hasWords = !WordEncoding.always(filter).isEmpty();
    StoreCipher cipher = hasWords ? rows.dialect().cipher() : StoreCipher.NONE;
    for (List<Space> alike : Space.byForm(cipher, spaces.full())) {
      Conditions conditions =
          Conditions.of(filter, rows.dialect().wordIndex().conditions(rows, filter, alike));
      read(alike, conditions);
    }
    read(spaces.redacted(), Conditions.NONE);
    return best.inOrder().stream().map(Candidate::toHit).toList();
  }

  private void read(List<Space> spaces, Conditions conditions) throws SQLException {
    for (Map.Entry<By, List<Space>> named : Space.byColumn(spaces).entrySet()) {
      read(new CandidateQuery(rows, filter, named.getKey(), named.getValue(), conditions));
    }
  }

  private void read(CandidateQuery query) throws SQLException {
    if (query.conditions().isSelective() && new SelectiveRanking(query, best).read()) {
      return;
    }
    new SteadyRanking(query, best, limit).read();
    new FutureRanking(query, best, limit).read();
    new RestingRanking(query, best, limit).read();
    new DriftingRanking(query, best).read();
    new RecentRanking(query, best).read();
  }
}
