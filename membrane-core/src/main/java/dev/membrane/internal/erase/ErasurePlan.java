package dev.membrane.internal.erase;

import dev.membrane.Caller;
import dev.membrane.EraseReport;
import dev.membrane.EraseRequest;
import dev.membrane.FailedPreconditionException;
import dev.membrane.internal.erase.DerivedVersions.FoundIds;
import dev.membrane.internal.erase.LearnedErasure.ErasureOrder;
import dev.membrane.internal.erase.LearnedErasure.Setup;
import dev.membrane.internal.erase.TargetPages.TargetPage;
import dev.membrane.internal.keys.IdempotentCallKeys;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.Filter;
import dev.membrane.spi.History;
import dev.membrane.spi.Hit;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.PastRecord;
import dev.membrane.spi.Ranking;
import dev.membrane.spi.Search;
import dev.membrane.spi.Visibility;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a request would erase, without a change. A whole scope has its own lessons with it: of other
 * pages, the ids are enough. Thread-safe.
 */
record ErasurePlan(
    MemoryStore store,
    Setup setup,
    TextAnalyzer analyzer,
    EraseRequest request,
    Visibility visibility,
    Instant now) {

  private static final int MOST_OTHERS = 100;
  private static final int MOST_SEARCHED = 1_000;
  private static final int KEYS_AT_ONCE = 500;

  /** What is planned so far. */
  private final class PlanDraft {

    private final ErasureCounts counts = new ErasureCounts();
    private final TargetPages pages;
    private final LearnedErasure whole;
    private final Set<String> kept = new TreeSet<>();
    private final Set<String> pruned = new LinkedHashSet<>();
    private final Set<String> changed = new HashSet<>();

    PlanDraft(String actor) {
      this.pages = new TargetPages(store, setup, request, visibility, now);
      this.whole =
          new LearnedErasure(
              setup,
              new ErasureOrder(
                  visibility,
                  new AuditEntry(AuditAction.DELETE, actor, now, ""),
                  request.overridePolicy(),
                  isScope(),
                  Set.copyOf(request.ids())));
    }

    void erase(Collection<String> ids) {
      pruned.addAll(PrunedTargets.known(ids, store));
      LearnedErasure batch = isScope() ? whole.next() : whole;
      batch.erase(ids);
      kept.addAll(batch.kept());
      changed.addAll(batch.changed());
      if (isScope()) {
        counts.add(batch, pages, false);
      }
    }
  }

  /**
   * Counts it.
   *
   * @throws FailedPreconditionException if a record is not to be deleted
   */
  EraseReport report(Caller caller) {
    PlanDraft draft = draft(caller);
    if (!isScope()) {
      draft.counts.add(draft.whole, draft.pages, true);
    }
    draft.counts.addPruned(draft.pruned);
    addVersions(draft, caller);
    addKeys(draft, caller);
    return draft.counts.dryRun(others(draft.whole));
  }

  /** Throws {@link FailedPreconditionException} if a record is not to be deleted. */
  void requireDeletable(Caller caller) {
    draft(caller);
  }

  /** How many records the scope has that the request names; without one, any number. */
  long recordsOfScope() {
    return new TargetPages(store, setup, request, visibility, now).recordsOfScope();
  }

  private boolean isScope() {
    return request.scope() != null;
  }

  private PlanDraft draft(Caller caller) {
    PlanDraft draft = new PlanDraft(caller.name());
    String last = "";
    long left = draft.pages.recordsOfScope();
    do {
      caller.requireWaiting();
      TargetPage page = draft.pages.after(last, left);
      last = page.last();
      left -= page.ids().size() + page.unread().size();
      draft.erase(page.ids());
      draft.counts.addUnread(
          new UnreadableRemains(store).among(page.unread(), request.scope(), visibility));
    } while (!last.isEmpty());
    @Nullable History history = store.history().orElse(null);
    boolean isAnyFound = history != null;
    while (history != null && isAnyFound) {
      isAnyFound = isAnyErased(history, draft, caller);
    }
    if (!draft.kept.isEmpty()) {
      throw new FailedPreconditionException(
          "the deletion_policy of "
              + (draft.kept.size() == 1 ? "a record is" : draft.kept.size() + " records is")
              + " never: "
              + draft.kept.stream().limit(5).collect(Collectors.joining(", ")));
    }
    return draft;
  }

  /** Looks at all that was pruned, and answers whether anything of it belongs to the erasure. */
  private boolean isAnyErased(History history, PlanDraft draft, Caller caller) {
    boolean isAny = false;
    long last = 0;
    List<PastRecord> page;
    do {
      caller.requireWaiting();
      page = history.pruned(visibility, last);
      Set<String> gone = draft.whole.gone();
      PrunedTargets targets = PrunedTargets.among(page, draft.pages, ids -> among(ids, gone));
      draft.pruned.addAll(targets.quoting());
      Set<String> found = new HashSet<>(targets.erased());
      found.removeAll(gone);
      if (!found.isEmpty()) {
        isAny = true;
        draft.erase(found);
      }
      last = page.isEmpty() ? last : page.get(page.size() - 1).arrival();
    } while (!page.isEmpty());
    return isAny;
  }

  /** Counts those that lose nothing but versions. */
  private void addVersions(PlanDraft draft, Caller caller) {
    DerivedVersions versions = new DerivedVersions(store, ids -> among(ids, draft.whole.gone()));
    FoundIds found;
    long last = 0;
    do {
      caller.requireWaiting();
      found = versions.after(last, visibility);
      last = found.last();
      draft.counts.add(
          found.without(
              id -> draft.changed.contains(id) || draft.whole.gone().contains(id),
              draft.pruned::contains));
    } while (last > 0);
  }

  /** Counts the idempotency keys that lead to what is erased. */
  private void addKeys(PlanDraft draft, Caller caller) {
    Set<String> gone = draft.whole.gone();
    String last = "";
    List<Key> keys;
    do {
      caller.requireWaiting();
      keys = store.keys(IdempotentCallKeys.PREFIX, last, KEYS_AT_ONCE);
      draft.counts.addKeys(
          keys.stream().map(IdempotentCallKeys::recordOf).filter(gone::contains).count());
      last = keys.isEmpty() ? last : keys.get(keys.size() - 1).name();
    } while (!keys.isEmpty());
  }

  private static Set<String> among(Set<String> ids, Set<String> gone) {
    return ids.stream().filter(gone::contains).collect(Collectors.toSet());
  }

  /** Records with all words of the subject that are not about it alone. */
  private List<String> others(LearnedErasure erased) {
    Set<String> words =
        request.subject() == null ? Set.of() : new HashSet<>(analyzer.terms(request.subject()));
    if (words.isEmpty()) {
      return List.of();
    }
    Filter filter =
        new Filter(
            visibility, false, EnumSet.allOf(MemoryType.class), true, Set.of(), null, 0, now);
    Ranking ranking = new Ranking.ByTerms(new ArrayList<>(words));
    Set<String> known =
        erased.named().stream().map(record -> record.id()).collect(Collectors.toSet());
    return store.search(new Search(filter, ranking, MOST_SEARCHED)).stream()
        .filter(hit -> hit.termCounts().keySet().containsAll(words))
        .map(Hit::id)
        .filter(id -> !known.contains(id))
        .sorted()
        .limit(MOST_OTHERS)
        .toList();
  }
}
