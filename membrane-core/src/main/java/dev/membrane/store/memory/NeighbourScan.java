package dev.membrane.store.memory;

import static java.util.stream.Collectors.groupingBy;

import dev.membrane.schema.MemoryType;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Neighbours;
import dev.membrane.spi.search.Neighbours.Neighbour;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what arrived next to records: looks at every record once, however many are asked for. */
final class NeighbourScan {

  private static final Comparator<Row> BY_ARRIVAL = Comparator.comparingLong(Row::arrival);

  private final Filter filter;
  private final Set<String> ids;
  private final int reach;

  NeighbourScan(Filter filter, Collection<String> ids, int reach) {
    Neighbours.checkReach(reach);
    this.filter = filter;
    this.ids = Set.copyOf(ids);
    this.reach = reach;
  }

  /** What records have in common that can be neighbours. */
  private record NeighbourKind(MemoryType type, @Nullable String scope) {

    static NeighbourKind of(Row row) {
      return new NeighbourKind(row.record().type(), row.record().scope());
    }
  }

  List<Neighbours> among(Map<String, Row> rows) {
    Map<NeighbourKind, List<Row>> wanted =
        ids.stream()
            .map(rows::get)
            .filter(Objects::nonNull)
            .filter(row -> row.passesInFull(filter))
            .collect(groupingBy(NeighbourKind::of));
    Map<NeighbourKind, List<Row>> inOrder =
        rows.values().stream()
            .filter(row -> row.isOpen(filter) && wanted.containsKey(NeighbourKind.of(row)))
            .sorted(BY_ARRIVAL)
            .collect(groupingBy(NeighbourKind::of));
    return wanted.values().stream()
        .flatMap(List::stream)
        .map(row -> neighbours(row, inOrder.getOrDefault(NeighbourKind.of(row), List.of())))
        .toList();
  }

  private Neighbours neighbours(Row row, List<Row> inOrder) {
    int place = Collections.binarySearch(inOrder, row, BY_ARRIVAL);
    int last = Math.min(inOrder.size() - 1, place + reach);
    List<Neighbour> all = new ArrayList<>();
    for (int i = Math.max(0, place - reach); i <= last; i++) {
      Row other = inOrder.get(i);
      if (i != place && other.passesInFull(filter)) {
        all.add(new Neighbour(i - place, other.beside(filter.at())));
      }
    }
    return new Neighbours(row.record().id(), row.length(), all);
  }
}
