package dev.membrane.internal.erase;

import dev.membrane.EraseRequest;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.episode.EpisodeParts;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Arrivals.Period;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Statistics.ScopeCount;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the records that a request names, page by page. Not thread-safe. */
final class TargetPages {

  /** How many records are read for a page, and erased in a commit. */
  private static final int AT_ONCE = 20;

  private final MemoryStore store;
  private final EraseRequest request;
  private final Visibility visibility;
  private final Instant now;
  private final Optional<SharedEvidence> ofSubject;

  TargetPages(ErasureParts parts, ErasureTarget target, Instant now) {
    this.store = parts.store();
    this.request = target.request();
    this.visibility = target.visibility();
    this.now = now;
    this.ofSubject =
        Optional.ofNullable(request.subject())
            .map(subject -> new SharedEvidence(parts, visibility, now, subject));
  }

  /**
   * A page.
   *
   * @param ids the ids of the records to erase
   * @param unread the ids of records that may be among them and were not read
   * @param last the id after which the next page begins; empty: this is the last page
   */
  record TargetPage(Set<String> ids, Set<String> unread, String last) {

    /** This page as the last one, with its first records only. */
    TargetPage cut(long most) {
      return new TargetPage(
          ids.stream()
              .limit(Math.max(0, most - unread.size()))
              .collect(Collectors.toCollection(LinkedHashSet::new)),
          unread,
          "");
    }
  }

  /** Facts are small, and few are about one subject. */
  private static final int FACTS_AT_ONCE = 200;

  /** How many facts are looked through for a page. Each page asks each scope what it has. */
  private static final int FACTS_OF_PAGE = 2_000;

  /**
   * The page that begins after another one; empty: the first.
   *
   * @param remaining how many records of a scope are still to be found
   */
  TargetPage after(String last, long remaining) {
    if (!request.ids().isEmpty()) {
      return named(last);
    }
    TargetPage page = arrived(last);
    return request.scope() == null || page.ids().size() + page.unread().size() < remaining
        ? page
        : page.cut(remaining);
  }

  /** How many records the scope has that the request names; without one, any number. */
  long recordsOfScope() {
    String scope = request.scope();
    return scope == null
        ? Long.MAX_VALUE
        : store.scopes(seenOf(scope)).stream()
            .filter(counted -> scope.equals(counted.scope()))
            .mapToLong(ScopeCount::records)
            .sum();
  }

  /**
   * Whether the request asks for a record itself; episodes of a subject are found with its facts.
   */
  boolean isMeant(MemoryRecord record) {
    String scope = request.scope();
    return ofSubject
        .map(evidence -> evidence.isAbout(record))
        .orElseGet(
            () ->
                scope == null ? request.ids().contains(record.id()) : scope.equals(record.scope()));
  }

  private TargetPage named(String last) {
    int from = request.ids().indexOf(last) + 1;
    int to = Math.min(request.ids().size(), from + AT_ONCE);
    List<String> ids = request.ids().subList(from, to);
    Set<String> whole = new LinkedHashSet<>(ids);
    List<MemoryRecord> records = records(ids);
    whole.addAll(parts(records));
    return new TargetPage(
        whole, without(ids, records), to < request.ids().size() ? ids.get(ids.size() - 1) : "");
  }

  private TargetPage arrived(String last) {
    if (request.scope() == null) {
      return ofSubject(last);
    }
    List<String> ids = arrivals(last, AT_ONCE);
    List<MemoryRecord> records = inOrder(ids);
    return new TargetPage(
        meant(records), without(ids, records), ids.size() == AT_ONCE ? ids.get(AT_ONCE - 1) : "");
  }

  /** The page ends early where enough is found for a commit. */
  private TargetPage ofSubject(String last) {
    List<String> ids = arrivals(last, FACTS_OF_PAGE);
    Set<String> meant = new LinkedHashSet<>();
    int to = 0;
    while (to < ids.size() && meant.size() < FACTS_AT_ONCE) {
      int from = to;
      to = Math.min(ids.size(), from + FACTS_AT_ONCE);
      meant.addAll(meant(inOrder(ids.subList(from, to))));
    }
    boolean isLast = to == ids.size() && to < FACTS_OF_PAGE;
    return new TargetPage(meant, Set.of(), isLast ? "" : ids.get(to - 1));
  }

  private List<String> arrivals(String last, int limit) {
    return store.arrivals(new Arrivals(filter(), Period.ALWAYS, Period.ALWAYS, last, limit));
  }

  private List<MemoryRecord> inOrder(List<String> ids) {
    return ids.isEmpty()
        ? List.of()
        : records(ids).stream()
            .sorted(Comparator.comparingInt(record -> ids.indexOf(record.id())))
            .toList();
  }

  private static Set<String> without(List<String> ids, List<MemoryRecord> records) {
    Set<String> rest = new LinkedHashSet<>(ids);
    records.forEach(record -> rest.remove(record.id()));
    return rest;
  }

  private Filter filter() {
    String scope = request.scope();
    Visibility seen = scope == null ? visibility : seenOf(scope);
    Filter filter = Filter.ofAll(seen, now);
    return scope == null ? filter.withTypes(Set.of(MemoryType.SEMANTIC)) : filter;
  }

  private Visibility seenOf(String scope) {
    return visibility.and(new Visibility(visibility.ceiling(), Set.of(scope)));
  }

  /**
   * The ids of those among some records that the request asks for without their ids, with the
   * episodes of a subject.
   */
  Set<String> meant(List<MemoryRecord> records) {
    Set<String> ids = new LinkedHashSet<>();
    if (!request.ids().isEmpty()) {
      return ids;
    }
    List<MemoryRecord> meant = records.stream().filter(this::isMeant).toList();
    meant.forEach(record -> ids.add(record.id()));
    if (ofSubject.isPresent() && !meant.isEmpty()) {
      Set<String> episodes = ofSubject.get().ofNothingElse(meant);
      ids.addAll(episodes);
      ids.addAll(episodes.isEmpty() ? List.of() : parts(records(episodes)));
    }
    return ids;
  }

  private List<MemoryRecord> records(Collection<String> ids) {
    return store.get(ids).stream().map(StoredRecord::record).toList();
  }

  /** The ids of all records of some episodes, as far as they are seen in full. */
  private List<String> parts(Collection<MemoryRecord> records) {
    List<MemoryRecord> episodes =
        records.stream().filter(record -> record.payload() instanceof EpisodicPayload).toList();
    Set<String> ids = new LinkedHashSet<>();
    if (!episodes.isEmpty()) {
      new EpisodeParts(store).idsOf(episodes).values().forEach(ids::addAll);
    }
    return new KnownRecords(store, visibility).inFull(ids).stream().map(RecordHeader::id).toList();
  }
}
