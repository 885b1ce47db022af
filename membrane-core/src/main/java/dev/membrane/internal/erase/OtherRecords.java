package dev.membrane.internal.erase;

import dev.membrane.Caller;
import dev.membrane.internal.access.ReadableStore;
import dev.membrane.internal.access.Withholding;
import dev.membrane.internal.text.WrittenWords;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Arrivals.Period;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Records with the words of a subject that an erasure leaves.
 *
 * @param isTruncated whether there may be more
 */
record OtherRecords(List<String> ids, boolean isTruncated) {

  static final OtherRecords NONE = new OtherRecords(List.of(), false);

  private static final int MAX = 100;
  private static final int READ_AT_ONCE = 50;

  /** How many records with the rarest of the words are looked at. */
  private static final int MAX_SEARCHED = 10_000;

  /**
   * The first records with all words of a subject: those that have them in another form in their
   * text, by the index, and those that have them as they are written in any field that the caller
   * is shown.
   *
   * @param filter finds all that the caller sees in full
   * @param isOther whether a record may be among them, by its id
   */
  static OtherRecords with(
      String subject, ErasureParts parts, Filter filter, Caller caller, Predicate<String> isOther) {
    MemoryStore store = parts.store();
    TreeSet<String> others = new TreeSet<>();
    Set<String> terms = Set.copyOf(parts.analyzer().terms(subject));
    boolean isCut = isCut(terms, store, filter, isOther, others);
    WrittenWords words = new WrittenWords(subject);
    List<String> page;
    String last = "";
    do {
      caller.requireWaiting();
      page = store.arrivals(new Arrivals(filter, Period.ALWAYS, Period.ALWAYS, last, READ_AT_ONCE));
      List<MemoryRecord> records = records(page.stream().filter(isOther).toList(), store);
      Withholding shown =
          Withholding.from(records, caller, filter.visibility(), ReadableStore.strict(store));
      records.stream()
          .filter(record -> words.areIn(shown.of(record)))
          .forEach(record -> add(record.id(), others));
      last = page.isEmpty() ? last : page.get(page.size() - 1);
    } while (page.size() == READ_AT_ONCE);
    return new OtherRecords(others.stream().limit(MAX).toList(), others.size() > MAX || isCut);
  }

  private static List<MemoryRecord> records(List<String> ids, MemoryStore store) {
    return ids.isEmpty() ? List.of() : store.get(ids).stream().map(StoredRecord::record).toList();
  }

  private static void add(String id, TreeSet<String> others) {
    others.add(id);
    if (others.size() > MAX + 1) {
      others.pollLast();
    }
  }

  /** Adds those that the index has; answers whether it was asked for a part of them only. */
  private static boolean isCut(
      Set<String> terms,
      MemoryStore store,
      Filter filter,
      Predicate<String> isOther,
      TreeSet<String> others) {
    Map<String, Long> counts =
        terms.isEmpty()
            ? Map.of()
            : store.termStatistics(filter.visibility(), terms).recordsByTerm();
    List<String> rarestFirst =
        terms.stream()
            .sorted(Comparator.comparing((String word) -> counts.getOrDefault(word, 0L)))
            .toList();
    // All of them have the rarest word, so the search need not go on to the next one.
    long having = rarestFirst.isEmpty() ? 0 : counts.getOrDefault(rarestFirst.get(0), 0L);
    if (having > 0) {
      store.search(filter, rarestFirst, (int) Math.min(having, MAX_SEARCHED)).stream()
          .filter(hit -> hit.termCounts().keySet().containsAll(terms))
          .map(Hit::id)
          .filter(isOther)
          .forEach(id -> add(id, others));
    }
    return having > MAX_SEARCHED;
  }
}
