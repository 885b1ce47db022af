package dev.membrane.store.sqlite;

import dev.membrane.spi.Hit;
import dev.membrane.spi.Search;
import dev.membrane.store.sql.Best;
import dev.membrane.store.sql.Candidate;
import dev.membrane.store.sql.Space;
import dev.membrane.store.sql.Space.By;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * The top of the ranking by live salience: each kind of record contributes the best of its own
 * index, and every one only as far down as the others have left room.
 */
final class SalienceSearch {

  private final Handle handle;
  private final Search search;
  private final VisibleSpaces spaces;
  private final Best best;

  SalienceSearch(Handle handle, Search search, VisibleSpaces spaces) {
    this.handle = handle;
    this.search = search;
    this.spaces = spaces;
    this.best = new Best(search.filter(), search.limit());
  }

  List<Hit> hits() {
    Conditions conditions =
        Conditions.of(
            search.filter(), TagCounts.rarestFirst(handle, spaces.full(), search.filter().tags()));
    for (By by : By.values()) {
      read(query(by, spaces.full(), conditions));
      read(query(by, spaces.redacted(), Conditions.NONE));
    }
    return best.inOrder().stream().map(Candidate::toHit).toList();
  }

  private CandidateQuery query(By by, List<Space> spaces, Conditions conditions) {
    List<Space> named = spaces.stream().filter(space -> space.by() == by).toList();
    return new CandidateQuery(handle, search.filter(), by, named, conditions);
  }

  private void read(CandidateQuery query) {
    if (query.spaces().isEmpty()
        || (query.conditions().isSelective() && new SelectiveRanking(query, best).read())) {
      return;
    }
    new SteadyRanking(query, best, search.limit()).read();
    new FutureRanking(query, best, search.limit()).read();
    new RestingRanking(query, best, search.limit()).read();
    new DriftingRanking(query, best).read();
  }
}
