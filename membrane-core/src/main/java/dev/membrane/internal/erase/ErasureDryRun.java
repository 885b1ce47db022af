package dev.membrane.internal.erase;

import dev.membrane.Caller;
import dev.membrane.FailedPreconditionException;
import dev.membrane.Revision.EraseReport;
import dev.membrane.internal.erase.DerivedVersions.FoundIds;
import dev.membrane.internal.erase.TargetPages.TargetPage;
import dev.membrane.internal.erase.TombstoneErasure.TombstonePage;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.History.PastRecord;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what an erasure would do, without a change. A whole scope has its own lessons with it:
 * of other pages, the ids are enough. Used once; not thread-safe.
 */
final class ErasureDryRun {

  private final MemoryStore store;
  private final ErasureParts parts;
  private final TombstoneErasure tombstones;
  private final ErasureTarget target;
  private final Instant now;
  private final Caller caller;
  private final ErasureReportBuilder report = new ErasureReportBuilder();
  private final TargetPages pages;
  private final LearnedErasure whole;
  private final Set<String> kept = new TreeSet<>();
  private final Set<String> pruned = new LinkedHashSet<>();
  private final Set<String> changed = new HashSet<>();

  ErasureDryRun(ErasureParts parts, ErasureTarget target, Instant now, Caller caller) {
    this.store = parts.store();
    this.parts = parts;
    this.tombstones = new TombstoneErasure(store);
    this.target = target;
    this.now = now;
    this.caller = caller;
    this.pages = new TargetPages(parts, target, now);
    this.whole =
        new LearnedErasure(
            parts, target, new AuditEntry(AuditAction.DELETE, caller.name(), now, ""));
  }

  /**
   * Counts it.
   *
   * @throws FailedPreconditionException if a record is not to be deleted
   */
  EraseReport report() {
    requireDeletable();
    pruned.addAll(tombstones.left(tombstones.logs(target.request().ids())));
    report.add(
        target.isScope()
            ? ErasedBatch.ofVersions(Set.of(), pruned)
            : ErasedBatch.of(whole, pages, List.of(), pruned));
    addVersions();
    addTombstones();
    addKeys();
    return report.dryRun(others());
  }

  /** Throws {@link FailedPreconditionException} if a record is not to be deleted. */
  void requireDeletable() {
    erasePages();
    @Nullable History history = store.history().orElse(null);
    boolean isAnyFound = history != null;
    while (history != null && isAnyFound) {
      isAnyFound = isAnyErased(history);
    }
    if (!kept.isEmpty()) {
      throw new FailedPreconditionException(
          "the deletion_policy of "
              + (kept.size() == 1 ? "a record is" : kept.size() + " records is")
              + " never: "
              + kept.stream().limit(5).collect(Collectors.joining(", ")));
    }
  }

  private void erasePages() {
    String last = "";
    long remaining = pages.recordsOfScope();
    do {
      caller.requireWaiting();
      TargetPage page = pages.after(last, remaining);
      last = page.last();
      remaining -= page.ids().size() + page.unread().size();
      erase(page.ids());
      report.add(
          ErasedBatch.ofUnread(
              new UnreadableRemains(store)
                  .among(page.unread(), target.request().scope(), target.visibility())));
    } while (!last.isEmpty());
  }

  private void erase(Collection<String> ids) {
    pruned.addAll(PrunedTargets.known(ids, store));
    LearnedErasure batch = target.isScope() ? whole.next() : whole;
    batch.erase(ids);
    kept.addAll(batch.kept());
    changed.addAll(batch.changed());
    if (target.isScope()) {
      report.add(ErasedBatch.ofPage(batch, pages));
    }
  }

  /** Looks at all that was pruned, and answers whether anything of it belongs to the erasure. */
  private boolean isAnyErased(History history) {
    boolean isAny = false;
    long last = 0;
    List<PastRecord> page;
    do {
      caller.requireWaiting();
      page = history.pruned(target.visibility(), last);
      PrunedTargets targets = PrunedTargets.among(page, pages, this::gone);
      pruned.addAll(targets.quoting());
      Set<String> found = new HashSet<>(targets.erased());
      found.removeAll(whole.gone());
      if (!found.isEmpty()) {
        isAny = true;
        erase(found);
      }
      last = page.isEmpty() ? last : page.get(page.size() - 1).arrival();
    } while (!page.isEmpty());
    return isAny;
  }

  /** Counts those that lose nothing but versions. */
  private void addVersions() {
    DerivedVersions versions = new DerivedVersions(store, this::gone);
    FoundIds found;
    long last = 0;
    do {
      caller.requireWaiting();
      found = versions.after(last, target.visibility());
      last = found.last();
      FoundIds more =
          found.without(id -> changed.contains(id) || whole.gone().contains(id), pruned::contains);
      report.add(ErasedBatch.ofVersions(more.present(), more.gone()));
    } while (last > 0);
  }

  /** Counts those of a scope that were gone before, and of which something is left. */
  private void addTombstones() {
    TombstonePage page;
    String last = "";
    do {
      caller.requireWaiting();
      page = tombstones.page(target, last);
      Set<String> left = new LinkedHashSet<>(page.left());
      left.removeAll(pruned);
      report.add(ErasedBatch.ofVersions(Set.of(), left));
      last = page.last();
    } while (!last.isEmpty());
  }

  private void addKeys() {
    long keys =
        new KeyErasure(store, parts.analyzer())
            .count(target, this::goneAtLast, caller::requireWaiting);
    report.add(ErasureCounts.of(ErasureCounts.KEYS, keys));
  }

  /** Those of some ids that would be erased, or were gone before and belong to the scope. */
  private Set<String> goneAtLast(Set<String> ids) {
    Set<String> gone = new HashSet<>(gone(ids));
    String scope = target.request().scope();
    if (scope != null && !ids.isEmpty()) {
      store.headers(ids, Instant.EPOCH).stream()
          .filter(it -> it.isDeleted() && scope.equals(it.scope()))
          .filter(it -> target.visibility().sees(scope, it.sensitivity()))
          .forEach(it -> gone.add(it.id()));
    }
    return gone;
  }

  /** Those of some ids that would be erased. */
  private Set<String> gone(Set<String> ids) {
    return ids.stream().filter(whole.gone()::contains).collect(Collectors.toSet());
  }

  /** Records with all words of the subject that stay. */
  private OtherRecords others() {
    String subject = target.request().subject();
    return subject == null
        ? OtherRecords.NONE
        : OtherRecords.with(
            subject,
            parts,
            Filter.ofAll(target.visibility(), now),
            caller,
            id -> !whole.gone().contains(id));
  }
}
