package dev.membrane.internal.erase;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.EraseRequest;
import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.Revision.EraseReport;
import dev.membrane.internal.access.ById;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.internal.keys.ErasureKeys;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.internal.value.Scopes;
import dev.membrane.internal.value.TextRules;
import dev.membrane.internal.work.CommitRetry;
import dev.membrane.internal.work.StoreLocks;
import dev.membrane.internal.work.WorkFailures;
import dev.membrane.schema.Limits;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.FaultLog;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Erases records with everything that was learned from them. One erasure runs at a time, and
 * nothing is consolidated meanwhile. Safe for use by many threads, and on many nodes.
 */
public final class ErasureService {

  private static final Logger LOG = LoggerFactory.getLogger(ErasureService.class);
  private static final int MAX_BEGUN = 1_000;

  private final MemoryStore store;
  private final ErasureParts parts;
  private final Erasure erasure;
  private final InstantSource clock;
  private final Supplier<String> ids;
  private final StoreLocks locks;
  private final FaultLog faults = new FaultLog(LOG::warn, LOG::info);

  /** The names of the begun erasures that the log has mentioned. */
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /**
   * A service over a store.
   *
   * @param clock the time, cut to microseconds
   * @param locks keeps several processes from doing the same
   */
  public ErasureService(ErasureParts parts, InstantSource clock, StoreLocks locks) {
    this.store = parts.store();
    this.parts = parts;
    this.erasure = new Erasure(parts);
    this.clock = clock;
    this.ids = parts.learning().ids();
    this.locks = locks;
  }

  /**
   * Erases, or tells what would be erased.
   *
   * @throws ValidationException for a request that breaks a rule
   * @throws NotFoundException if there never was one of the records, as far as the caller may know
   * @throws AccessDeniedException if the caller may not erase, or may only know that a record is
   *     there
   * @throws FailedPreconditionException if a record is not to be deleted, or the thread is
   *     interrupted
   * @throws dev.membrane.spi.store.StoreUnavailableException if the store is unavailable, or was
   *     closed meanwhile
   * @throws dev.membrane.CancelledException if the caller ceases to wait before anything is erased
   */
  public EraseReport erase(EraseRequest request, ChangeReason reason, Caller caller) {
    caller.require(Permission.ADMIN, "erasing");
    reason.checkAs("reason");
    check(request);
    Visibility visibility = reason.visibilityOf(caller);
    ErasureTarget target = new ErasureTarget(seen(request, visibility), visibility);
    if (target.request().dryRun()) {
      return new ErasureDryRun(parts, target, clock.instant(), caller).report();
    }
    if (!target.request().overridePolicy()) {
      // It waits for no turn to refuse. Each commit keeps what may not be deleted by then.
      new ErasureDryRun(parts, target, clock.instant(), caller).requireDeletable();
    }
    String actor = reason.actorFor(caller);
    return alone(
            caller,
            () -> {
              List<FinishedErasure> finished = finishAll();
              caller.requireWaiting();
              long records = new TargetPages(parts, target, clock.instant()).recordsOfScope();
              return begin(ErasureState.begin(ids.get(), target, actor, records))
                  .map(report -> orOfSame(report, target, finished));
            })
        .flatMap(report -> report)
        .orElseThrow(this::notBegun);
  }

  /** Who repeats a request whose erasure was interrupted is told what it has erased. */
  private static EraseReport orOfSame(
      EraseReport report, ErasureTarget target, List<FinishedErasure> finished) {
    return finished.stream()
        .filter(it -> report.proofId().isEmpty() && it.target().equals(target))
        .map(FinishedErasure::report)
        .filter(it -> !it.proofId().isEmpty())
        .findFirst()
        .orElse(report);
  }

  /** An erasure that was interrupted, and is finished now. */
  private record FinishedErasure(ErasureTarget target, EraseReport report) {}

  /** Empty if an interrupt came before. */
  private Optional<EraseReport> begin(ErasureState state) {
    if (Thread.currentThread().isInterrupted()) {
      return Optional.empty();
    }
    Key key = state.toKey();
    store.commit(Changeset.builder().addKey(key).build());
    try {
      return Optional.of(finish(key).orElseThrow(ErasureService::unfinished));
    } catch (TakenOverException taken) {
      throw new FailedPreconditionException(TakenOverException.MESSAGE);
    }
  }

  private FailedPreconditionException notBegun() {
    locks.requireOpen();
    return new FailedPreconditionException("it was interrupted before the erasure began");
  }

  private static FailedPreconditionException unfinished() {
    return new FailedPreconditionException(
        "it was interrupted; the erasure is finished by a background job, the next erasure or"
            + " pruning");
  }

  /** Finishes erasures that were begun before the process ended; answers how many. */
  public int resume() {
    return store.keys(ErasureKeys.PREFIX, "", 1).isEmpty()
        ? 0
        : alone(Caller.ANONYMOUS, this::finishAll).map(List::size).orElse(0);
  }

  /** Works while nobody learns: what is learned from a record while it is erased would stay. */
  private <T> Optional<T> alone(Caller caller, Supplier<T> work) {
    return locks.ask(StoreLocks.CONSOLIDATION, caller, work);
  }

  private List<FinishedErasure> finishAll() {
    List<FinishedErasure> finished = new ArrayList<>();
    for (Key key : store.keys(ErasureKeys.PREFIX, "", MAX_BEGUN)) {
      boolean isNew = logged.add(key.name());
      if (ErasureState.read(key).isEmpty()) {
        if (isNew) {
          LOG.warn("the key {} cannot be read, and its erasure is left as it is", key.name());
        }
      } else {
        if (isNew) {
          LOG.info("an erasure that was begun goes on");
        }
        ErasureTarget target = ErasureState.of(key).target();
        finishIfPossible(key).ifPresent(it -> finished.add(new FinishedErasure(target, it)));
      }
    }
    return finished;
  }

  /** Finishes an erasure if it can. What it stops at must not keep others from being done. */
  private Optional<EraseReport> finishIfPossible(Key begun) {
    String place = "erasure " + ErasureState.of(begun).id();
    try {
      Optional<EraseReport> report = finish(begun);
      faults.works(place);
      return report;
    } catch (TakenOverException taken) {
      LOG.info(TakenOverException.MESSAGE);
      return Optional.empty();
    } catch (RuntimeException fault) {
      faults.failed(
          place,
          fault,
          () -> WorkFailures.log(LOG, place + " cannot continue; it is tried again", fault));
      return Optional.empty();
    }
  }

  /**
   * Does the remaining steps of an erasure.
   *
   * @return empty if an interrupt came between two commits; the key says where it goes on
   */
  private Optional<EraseReport> finish(Key begun) {
    ErasureReportBuilder report = new ErasureReportBuilder();
    Key key = begun;
    while (!Thread.currentThread().isInterrupted()) {
      Key standing = key;
      Optional<Key> next = CommitRetry.untilCommitted(() -> step(standing, report));
      ErasureState state = ErasureState.of(key);
      if (next.isEmpty()) {
        LOG.atInfo().addKeyValue("records", state.counts().records()).log("erased");
        return Optional.of(report(state, report));
      }
      key = next.get();
    }
    return Optional.empty();
  }

  private static EraseReport report(ErasureState state, ErasureReportBuilder report) {
    return state.counts().isAnyErased()
        ? report.report(state.id(), state.counts(), Erasure.proof(state).digest())
        : report.report("", state.counts(), "");
  }

  private Optional<Key> step(Key standing, ErasureReportBuilder report) {
    if (!store.find(List.of(standing.name())).contains(standing)) {
      throw new TakenOverException();
    }
    return erasure.step(standing, clock.instant(), report);
  }

  /** Another process has gone on with an erasure. */
  private static final class TakenOverException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final String MESSAGE = "another process goes on with this erasure";

    TakenOverException() {
      super(MESSAGE);
    }
  }

  private static void check(EraseRequest request) {
    int targets =
        (request.ids().isEmpty() ? 0 : 1)
            + (request.scope() == null ? 0 : 1)
            + (request.subject() == null ? 0 : 1);
    if (targets != 1) {
      throw ValidationException.worded("ids", "exactly one of ids, scope and subject must be set");
    }
    if (request.ids().size() > EraseRequest.MAX_IDS) {
      throw new ValidationException("ids", "must be at most " + EraseRequest.MAX_IDS);
    }
    Limits.checkText("reason", request.reason());
    TextRules.check("scope", Optional.ofNullable(request.scope()).orElse(""));
    TextRules.check("subject", Optional.ofNullable(request.subject()).orElse(""));
    requireWord("scope", request.scope());
    requireWord("subject", request.subject());
  }

  private static void requireWord(String field, @Nullable String text) {
    if (text != null && text.isBlank()) {
      throw new ValidationException(field, "must not be blank");
    }
  }

  /** The request with ids as stores know them, all of which the caller may name. */
  private EraseRequest seen(EraseRequest request, Visibility visibility) {
    Scopes.requireAllowed(request.scope(), visibility);
    RecordIds.check("ids", request.ids());
    List<String> canonical = request.ids().stream().map(RecordIds::given).distinct().toList();
    KnownRecords known = new KnownRecords(store, visibility);
    Map<String, RecordHeader> headers =
        known.headers(canonical, Instant.EPOCH).stream().collect(ById.headers());
    canonical.forEach(id -> known.require(headers.get(id)));
    return canonical.isEmpty()
        ? request
        : EraseRequest.builder()
            .ids(canonical)
            .reason(request.reason())
            .dryRun(request.dryRun())
            .overridePolicy(request.overridePolicy())
            .build();
  }
}
