package dev.membrane.retrieve;

import dev.membrane.retrieve.Passage.Loan;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.Filter;
import dev.membrane.spi.Hit;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Neighbours;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Lends records what their neighbours in arrival say. How much depends on how short both are: a
 * remark of a few words lives by what surrounds it and is part of it, a page of text stands for
 * itself and is about something of its own.
 *
 * <pre>
 *   share = weight * s(length) * s(length of the neighbour),   s(n) = 1 / (1 + (n / 30)^2)
 * </pre>
 *
 * <p>of what came before, and half of that of what came after: an answer needs its question more
 * than the other way round. Events are neighbours in this sense, and facts half as much, which are
 * often learned one after the other from the same episode; whatever else arrives one after the
 * other has no more to do with each other for that. A neighbour that was not found itself borrows
 * from what it was found beside, and from nothing else.
 *
 * @param weight how much the nearest, shortest neighbour counts beside a record's own text
 */
record Neighbourhood(double weight) {

  /** How many records are asked for their neighbours, those that the text speaks for most. */
  static final int REACH = 200;

  private static final Map<MemoryType, Double> KINDS =
      Map.of(MemoryType.EPISODIC, 1.0, MemoryType.SEMANTIC, 0.5);

  private static final double AFTER = 0.5;

  /** The number of terms at which a text stands half for itself. */
  private static final double SHORT = 30;

  /**
   * Passages of some records, and of those of their neighbours that have not been found themselves.
   *
   * @param asked records found
   * @param found all that were found, with their terms, by id
   * @param meanLength the mean length of the visible records in terms
   */
  Map<String, Passage> passages(
      MemoryStore store,
      Question question,
      List<Hit> asked,
      Map<String, Hit> found,
      double meanLength) {
    Loans loans = new Loans(found, (1 + AFTER) * need(meanLength) * need(meanLength));
    List<String> ids = asked.stream().map(Hit::id).toList();
    KINDS.forEach(
        (type, kind) -> {
          Filter filter = question.filterOf(Set.of(type));
          if (filter != null && weight > 0 && !ids.isEmpty()) {
            store.neighbours(filter, ids).forEach(each -> loans.add(each, weight * kind));
          }
        });
    return loans.passages();
  }

  private static double need(double length) {
    double ratio = length / SHORT;
    return 1 / (1 + ratio * ratio);
  }

  /** Who lends to whom. Each pair is met once or twice, from either side. */
  private static final class Loans {

    private final Map<String, Hit> known;
    private final Map<String, Loan> before = new LinkedHashMap<>();
    private final Map<String, Loan> after = new LinkedHashMap<>();
    private final Map<String, Double> usual = new HashMap<>();
    private final double usualShare;

    Loans(Map<String, Hit> found, double usualShare) {
      known = new LinkedHashMap<>(found);
      this.usualShare = usualShare;
    }

    void add(Neighbours neighbours, double weight) {
      Hit middle = known.get(neighbours.id());
      if (middle != null) {
        usual.put(middle.id(), weight * usualShare);
        Stream.ofNullable(neighbours.before())
            .map(this::known)
            .forEach(it -> link(it, middle, weight));
        Stream.ofNullable(neighbours.after())
            .map(this::known)
            .forEach(it -> link(middle, it, weight));
      }
    }

    private Hit known(Hit neighbour) {
      Hit found = known.putIfAbsent(neighbour.id(), neighbour);
      return found == null ? neighbour : found;
    }

    private void link(Hit earlier, Hit later, double weight) {
      double share = weight * need(earlier.length()) * need(later.length());
      usual.put(earlier.id(), weight * usualShare);
      usual.put(later.id(), weight * usualShare);
      before.put(later.id(), new Loan(earlier, share));
      after.put(earlier.id(), new Loan(later, AFTER * share));
    }

    Map<String, Passage> passages() {
      Map<String, Passage> passages = new LinkedHashMap<>();
      known.forEach((id, hit) -> passages.put(id, passage(hit)));
      return passages;
    }

    private Passage passage(Hit hit) {
      return new Passage(hit, loansOf(hit.id()), usual.getOrDefault(hit.id(), 0.0));
    }

    private List<Loan> loansOf(String id) {
      List<Loan> loans = new ArrayList<>();
      Stream.ofNullable(before.get(id)).forEach(loans::add);
      Stream.ofNullable(after.get(id)).forEach(loans::add);
      return loans;
    }
  }
}
