package dev.membrane.internal.history;

import dev.membrane.schema.MemoryType;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Neighbours;
import dev.membrane.spi.search.Neighbours.Neighbour;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what arrived next to records, and holds few records for each kind. Not thread-safe. */
final class PastNeighbours {

  private final Filter filter;
  private final Set<String> ids;
  private final int reach;
  private final Map<PastKind, Deque<PastRow>> before = new HashMap<>();
  private final Map<PastKind, List<FoundPast>> open = new HashMap<>();
  private final List<FoundPast> all = new ArrayList<>();

  /** What records have in common that can be neighbours. */
  private record PastKind(MemoryType type, @Nullable String scope) {}

  /** A record whose neighbours are looked for. */
  private final class FoundPast {
    private final PastRow row;
    private final List<Neighbour> near = new ArrayList<>();
    private int after;

    FoundPast(PastRow row) {
      this.row = row;
    }

    void add(int distance, PastRow other) {
      if (other.passesInFull(filter)) {
        near.add(new Neighbour(distance, other.beside(filter.at())));
      }
    }

    boolean isDoneWith(PastRow next) {
      after++;
      add(after, next);
      return after == reach;
    }
  }

  PastNeighbours(Filter filter, Collection<String> ids, int reach) {
    Neighbours.checkReach(reach);
    this.filter = filter;
    this.ids = Set.copyOf(ids);
    this.reach = reach;
  }

  List<Neighbours> among(PastRows rows) {
    rows.forEach(
        row -> {
          if (row.isOpen(filter)) {
            look(row);
          }
        });
    return all.stream()
        .map(found -> new Neighbours(found.row.id(), found.row.terms().length(), found.near))
        .toList();
  }

  private void look(PastRow row) {
    PastKind kind = new PastKind(row.record().type(), row.record().scope());
    List<FoundPast> waiting = open.computeIfAbsent(kind, first -> new ArrayList<>());
    waiting.removeIf(found -> found.isDoneWith(row));
    Deque<PastRow> last = before.computeIfAbsent(kind, first -> new ArrayDeque<>());
    if (ids.contains(row.id()) && row.passesInFull(filter)) {
      FoundPast found = new FoundPast(row);
      int distance = -last.size();
      for (PastRow earlier : last) {
        found.add(distance, earlier);
        distance++;
      }
      all.add(found);
      waiting.add(found);
    }
    last.addLast(row);
    if (last.size() > reach) {
      last.removeFirst();
    }
  }
}
