package dev.membrane.internal.listing;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.ListRecordsRequest;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing;
import dev.membrane.NotFoundException;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.access.ReadableStore;
import dev.membrane.internal.access.Sight;
import dev.membrane.internal.access.Withholding;
import dev.membrane.internal.episode.EpisodeParts;
import dev.membrane.internal.episode.KnownRuns;
import dev.membrane.internal.episode.LatestEpisode;
import dev.membrane.internal.history.PastStores;
import dev.membrane.internal.listing.RelationPages.RelationPlace;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.internal.value.TextRules;
import dev.membrane.internal.work.AttendedStore;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Statistics.ScopeCount;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists records, relations, episodes, skills and scopes, a page at a time. Safe for use by many
 * threads.
 */
public final class ListingService {

  private final MemoryStore store;
  private final InstantSource clock;
  private final PastStores past;
  private final KnownRuns runs;

  /** A service over a store, for callers who may ask for what was. */
  public ListingService(MemoryStore store, InstantSource clock, PastStores past, KnownRuns runs) {
    this.store = store;
    this.clock = clock;
    this.past = past;
    this.runs = runs;
  }

  /**
   * Lists records in the order in which they were stored.
   *
   * @throws dev.membrane.schema.ValidationException if the request breaks a rule
   * @throws dev.membrane.AccessDeniedException if the caller may not retrieve
   * @throws dev.membrane.CancelledException if the caller ceases to wait
   */
  public Page<RecordView> records(ListRecordsRequest request, Caller caller) {
    caller.require(Permission.RETRIEVE, "listing records");
    Visibility visibility = Sight.under(request.page().trust(), caller);
    MemoryStore today = AttendedStore.of(store, caller);
    Instant asOf = past.check(request.asOf(), today);
    Instant now = asOf == null ? clock.instant() : asOf;
    int size = PageSize.of(request.page().pageSize());
    ListQuery question = ListQuery.of(request, visibility, now);
    String last = question.cursors().last(request.page().cursor());
    MemoryStore attended = past.at(asOf, today, visibility);
    requireKnown(last, visibility, attended);
    RecordPages page = new RecordPages(attended, question, size).read(last);
    MemoryStore strict =
        past.at(asOf, AttendedStore.of(ReadableStore.strict(store), caller), visibility);
    Withholding withholding = Withholding.from(page.records(), caller, visibility, strict);
    String next = page.next();
    return new Page<>(
        page.records().stream().map(withholding::of).toList(),
        next == null ? "" : question.cursors().after(next));
  }

  /**
   * Lists the relations of a record and those to it.
   *
   * @throws dev.membrane.schema.ValidationException if the request breaks a rule
   * @throws AccessDeniedException if the caller may not retrieve, or only know of the record
   * @throws NotFoundException if there is no such record, or none that may be known of
   */
  public Page<Listing.Edge> relations(String id, PageRequest request, Caller caller) {
    caller.require(Permission.RETRIEVE, "listing relations");
    Visibility visibility = Sight.under(request.trust(), caller);
    int size = PageSize.of(request.pageSize());
    String canonical = RecordIds.given(id);
    MemoryStore attended = AttendedStore.of(store, caller);
    MemoryStore strict = AttendedStore.of(ReadableStore.strict(store), caller);
    MemoryRecord record = seen(canonical, visibility, strict);
    PageCursor cursors = PageCursor.of(question("relations", request.trust(), canonical));
    RelationPlace from = place(cursors.last(request.cursor()), canonical);
    requireKnown(from.sourceId(), visibility, attended);
    MemoryRecord shown = Withholding.from(List.of(record), caller, visibility, strict).of(record);
    RelationPages page = new RelationPages(attended, visibility, shown, size).read(from);
    RelationPlace next = page.next();
    return new Page<>(page.edges(), next == null ? "" : cursors.after(next.text()));
  }

  /**
   * Lists the episodes that have a key.
   *
   * @param key null or empty: any
   * @throws dev.membrane.schema.ValidationException if the request breaks a rule
   * @throws AccessDeniedException if the caller may not retrieve
   */
  public Page<Listing.EpisodeSummary> episodes(
      @Nullable String key, PageRequest request, Caller caller) {
    caller.require(Permission.RETRIEVE, "listing episodes");
    String wanted = key == null || key.isEmpty() ? null : key;
    if (wanted != null) {
      TextRules.check("episode", wanted);
    }
    Visibility visibility = Sight.under(request.trust(), caller);
    int size = PageSize.of(request.pageSize());
    MemoryStore attended = AttendedStore.of(store, caller);
    PageCursor cursors =
        PageCursor.of(question("episodes", request.trust(), wanted == null ? "" : "=" + wanted));
    String last = cursors.last(request.cursor());
    requireKnown(last, visibility, attended);
    EpisodePages page = new EpisodePages(attended, visibility, wanted, size).read(last);
    String next = page.next();
    return new Page<>(page.episodes(), next == null ? "" : cursors.after(next));
  }

  /**
   * Reads the events of an episode.
   *
   * @throws dev.membrane.schema.ValidationException if the request breaks a rule
   * @throws AccessDeniedException if the caller may not retrieve
   * @throws NotFoundException if there is no such episode that the caller sees in full
   */
  public RetrieveEpisodeAnswer episode(RetrieveEpisodeRequest request, Caller caller) {
    caller.require(Permission.RETRIEVE, "retrieving an episode");
    PageRequest asked = request.page();
    Visibility visibility = Sight.under(asked.trust(), caller);
    int size = PageSize.of(asked.pageSize());
    LatestEpisode latest = LatestEpisode.of(request.episode(), request.scope(), visibility, caller);
    MemoryStore attended = AttendedStore.of(store, caller);
    MemoryStore strict = AttendedStore.of(ReadableStore.strict(store), caller);
    String subject = request.episode() + "\n" + request.scope() + "\n" + request.newestFirst();
    PageCursor cursors = PageCursor.of(question("episode", asked.trust(), subject));
    // The pages after the first go on in the episode that they began in.
    String[] last = cursors.last(asked.cursor()).split(" ", 2);
    String first = last[0].isEmpty() ? latest.first(attended) : last[0];
    requireKnown(first, visibility, attended);
    EpisodeReader page =
        new EpisodeReader(
                strict, visibility, new EpisodeParts(strict).from(first), request.newestFirst())
            .read(last.length == 1 ? null : EpisodeReader.EventPlace.of(last[1]), size);
    EpisodeReader.EventPlace next = page.next();
    return new RetrieveEpisodeAnswer(
        page.events(),
        page.recordIds(),
        page.outcome(),
        next == null ? "" : cursors.after(first + " " + next.text()));
  }

  /**
   * Lists competences and plan graphs as skills.
   *
   * @throws dev.membrane.schema.ValidationException if the request breaks a rule
   * @throws AccessDeniedException if the caller may not retrieve
   */
  public Page<Listing.AgentSkill> skills(ListSkillsRequest request, Caller caller) {
    caller.require(Permission.RETRIEVE, "listing skills");
    PageRequest asked = request.page();
    Visibility visibility = Sight.under(asked.trust(), caller);
    Instant now = clock.instant();
    int size = PageSize.of(asked.pageSize());
    String subject = request.includeStopped() + "=" + request.name() + "=" + request.recordId();
    PageCursor cursors = PageCursor.of(question("skills", asked.trust(), subject));
    SkillQuery question = SkillQuery.of(request, visibility, cursors, now);
    String last = cursors.last(asked.cursor());
    MemoryStore attended = AttendedStore.of(store, caller);
    MemoryStore strict = AttendedStore.of(ReadableStore.strict(store), caller);
    requireKnown(last, visibility, attended);
    SkillPages page = new SkillPages(attended, strict, runs, question, size).read(last);
    String next = page.next();
    return new Page<>(page.skills(), next == null ? "" : cursors.after(next));
  }

  /**
   * Lists the scopes of which the caller sees a record in full.
   *
   * @throws dev.membrane.schema.ValidationException if the request breaks a rule
   * @throws AccessDeniedException if the caller may not retrieve
   */
  public Page<ScopeCount> scopes(PageRequest request, Caller caller) {
    caller.require(Permission.RETRIEVE, "listing scopes");
    Visibility visibility = Sight.under(request.trust(), caller);
    int size = PageSize.of(request.pageSize());
    PageCursor cursors = PageCursor.of(question("scopes", request.trust(), ""));
    String last = cursors.last(request.cursor());
    List<ScopeCount> rest =
        AttendedStore.of(store, caller).scopes(visibility).stream()
            .filter(scope -> last.isEmpty() || placeOf(scope).compareTo(last) > 0)
            .sorted(Comparator.comparing(ListingService::placeOf))
            .limit(size + 1L)
            .toList();
    List<ScopeCount> page = rest.subList(0, Math.min(size, rest.size()));
    return new Page<>(page, rest.size() > size ? cursors.after(placeOf(page.get(size - 1))) : "");
  }

  /** The sign keeps what has no scope apart from no cursor. */
  private static String placeOf(ScopeCount scope) {
    return scope.scope() == null ? "-" : "=" + scope.scope();
  }

  private static MemoryRecord seen(String id, Visibility visibility, MemoryStore attended) {
    KnownRecords known = new KnownRecords(attended, visibility);
    known.require(known.header(id, Instant.EPOCH).filter(it -> !it.isDeleted()).orElse(null));
    return attended.get(List.of(id)).stream()
        .map(StoredRecord::record)
        .filter(visibility::sees)
        .findFirst()
        .orElseThrow(NotFoundException::record);
  }

  private static RelationPlace place(String text, String id) {
    RelationPlace place = text.isEmpty() ? new RelationPlace(id, 0) : RelationPlace.of(text);
    if (place == null || place.done() < 0) {
      throw PageCursor.refused();
    }
    return place;
  }

  private static List<Object> question(
      String listing, @Nullable TrustContext trust, String subject) {
    return List.of(
        listing,
        trust == null ? "" : trust.maxSensitivity().wireName(),
        trust == null ? List.of() : trust.scopes().stream().distinct().sorted().toList(),
        subject);
  }

  /**
   * Refuses a cursor that names a record of which the caller may not know. Otherwise a cursor could
   * be made up to see whether there is a record, and when it came.
   */
  private static void requireKnown(String id, Visibility visibility, MemoryStore attended) {
    boolean isKnown =
        id.isEmpty()
            || attended.headers(List.of(id), Instant.EPOCH).stream()
                .anyMatch(it -> visibility.seesAtAll(it.scope(), it.sensitivity()));
    if (!isKnown) {
      throw PageCursor.refused();
    }
  }
}
