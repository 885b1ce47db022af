package dev.membrane.internal.erase;

import dev.membrane.internal.audit.ErasureProof;
import dev.membrane.internal.change.Quotas;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.consolidate.Sources;
import dev.membrane.internal.erase.DerivedVersions.FoundIds;
import dev.membrane.internal.erase.ErasureState.ErasurePhase;
import dev.membrane.internal.erase.TargetPages.TargetPage;
import dev.membrane.internal.erase.TombstoneErasure.TombstonePage;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.RunPlace;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.History.PastRecord;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The steps of an erasure. Each is one commit, and reads anew what it needs. Thread-safe. */
final class Erasure {

  private final MemoryStore store;
  private final RecordChanges records;
  private final ErasureParts parts;
  private final Quotas quotas;
  private final TombstoneErasure tombstones;
  private final UnreadableRemains remains;
  private final NoteErasure notes;
  private final KeyErasure keys;
  private final ScopeDataKey dataKey;

  Erasure(ErasureParts parts) {
    this.store = parts.store();
    this.records = parts.records();
    this.parts = parts;
    this.quotas = new Quotas(store);
    this.tombstones = new TombstoneErasure(store);
    this.remains = new UnreadableRemains(store);
    this.notes = new NoteErasure(store, parts.stages());
    this.keys = new KeyErasure(store, parts.analyzer());
    this.dataKey = new ScopeDataKey(store);
  }

  /**
   * The next step of an erasure.
   *
   * @param standing its key
   * @param report is told what is erased
   * @return how far it is then; empty once the proof is written, which there is if anything was
   *     erased
   */
  Optional<Key> step(Key standing, Instant now, ErasureReportBuilder report) {
    ErasureState state = ErasureState.of(standing);
    Changeset.Builder changes = Changeset.builder().removeKey(standing);
    return switch (state.phase()) {
      case RECORDS -> eraseRecords(state, now, report, changes);
      case PRUNED -> erasePruned(state, now, report, changes);
      case VERSIONS -> eraseVersions(state, report, changes);
      case TOMBSTONES -> eraseTombstones(state, report, changes);
      case NOTES -> goOn(notes.erase(state, changes), changes);
      case LESSONS -> goOn(notes.lessons(state).erase(state, changes), changes);
      case IDEMPOTENT_CALLS -> goOn(keys.idempotentCalls(state, changes), changes);
      case ANSWER_RECEIPTS -> goOn(keys.answerReceipts(state, changes), changes);
      case MARKS -> goOn(state.at(removeMarks(state, changes), ""), changes);
      case KEY -> destroyKey(state, changes);
      case PROOF -> prove(state, now, report, changes);
    };
  }

  /**
   * Commits a step. A record that stays without something erased may still quote it in its former
   * versions, so these go.
   */
  private Optional<Key> goOn(ErasureState state, Changeset.Builder changes) {
    for (Change change : changes.build().changes()) {
      if (change instanceof Change.Replace) {
        changes.eraseVersions(change.id());
      }
    }
    Key key = state.toKey();
    store.commit(changes.addKey(key).erasing().build());
    return Optional.of(key);
  }

  /** Commits a step, and then reports what it took away. */
  private Optional<Key> goOn(
      ErasureState state,
      ErasedBatch batch,
      ErasureReportBuilder report,
      Changeset.Builder changes) {
    Optional<Key> key = goOn(state, changes);
    report.add(batch);
    return key;
  }

  private Optional<Key> eraseRecords(
      ErasureState state, Instant now, ErasureReportBuilder report, Changeset.Builder changes) {
    TargetPages pages = pages(state, now);
    TargetPage page = pages.after(state.after(), state.remaining());
    List<AuditTrail> gone = tombstones.logs(page.ids());
    Set<String> pruned = withRemains(page.ids(), gone);
    LearnedErasure learned = unlearn(page.ids(), state, now, changes);
    List<RecordHeader> unread =
        remains.among(page.unread(), state.request().scope(), state.visibility());
    unread.forEach(it -> remains.erase(it, last(state, now), records, changes));
    ErasedBatch batch = ErasedBatch.of(learned, pages, unread, pruned);
    ErasureState after = erase(gone, batch, state, changes);
    boolean isLast = page.last().isEmpty();
    return goOn(
        after.at(isLast ? ErasurePhase.PRUNED : ErasurePhase.RECORDS, page.last()),
        batch,
        report,
        changes);
  }

  /** Those of some records that were gone before, and of which something is left. */
  private Set<String> withRemains(Set<String> ids, List<AuditTrail> gone) {
    Set<String> remains = new LinkedHashSet<>(PrunedTargets.known(ids, store));
    remains.addAll(tombstones.left(gone));
    return remains;
  }

  private TargetPages pages(ErasureState state, Instant now) {
    return new TargetPages(parts, state.target(), now);
  }

  private LearnedErasure unlearn(
      Set<String> ids, ErasureState state, Instant now, Changeset.Builder changes) {
    LearnedErasure batch = new LearnedErasure(parts, state.target(), last(state, now));
    batch.erase(ids);
    batch.addTo(changes);
    return batch;
  }

  private static AuditEntry last(ErasureState state, Instant now) {
    return new AuditEntry(AuditAction.DELETE, state.actor(), now, ErasureProof.entry(state.id()));
  }

  /** Erases what is left of records that were gone before, and counts the batch. */
  private ErasureState erase(
      List<AuditTrail> gone, ErasedBatch batch, ErasureState state, Changeset.Builder changes) {
    ErasureCounts counts = batch.counts().plus(tombstones.erase(gone, state, changes));
    List<MemoryRecord> erased = batch.erased();
    List<String> erasedIds =
        Stream.concat(
                erased.stream().map(MemoryRecord::id),
                batch.unread().stream().map(RecordHeader::id))
            .toList();
    quotas.refund(erasedIds, changes);
    List<String> deleted = gone.stream().map(AuditTrail::id).toList();
    Stream.concat(
            erased.stream(), LastStates.of(deleted, store).map(past -> past.stored().record()))
        .filter(it -> takesFormerRuns(it, state))
        .forEach(it -> changes.eraseFormerRuns(new RunPlace(it.scope(), it.sensitivity())));
    new ErasedIds(store, state.id()).add(erasedIds, changes);
    String scope = state.request().scope();
    long ofScope = erased.stream().filter(it -> scope != null && scope.equals(it.scope())).count();
    return state.with(counts, logs(changes)).without(ofScope + batch.unread().size());
  }

  /**
   * Whether the former runs go with a procedure that was asked for: nothing tells which of them
   * stood behind it. Where only its runs are erased, they go by their ids.
   */
  private static boolean takesFormerRuns(MemoryRecord record, ErasureState state) {
    return record.type().isProcedure()
        && Sources.isMadeByStage(record)
        && (state.target().isScope() || state.request().ids().contains(record.id()));
  }

  /** The logs of the records that a changeset deletes, as they are then. */
  private static AuditHead logs(Changeset.Builder changes) {
    AuditHead logs = AuditHead.NONE;
    for (Change change : changes.build().changes()) {
      if (change instanceof Change.Delete delete) {
        String hash = delete.audit().get(delete.audit().size() - 1).hash();
        logs = logs.plus(AuditHead.of(delete.id(), hash));
      }
    }
    return logs;
  }

  /**
   * Erases what was pruned and has versions. What was looked at before may name what is erased
   * since, so all is looked at again until nothing more is found.
   */
  private Optional<Key> erasePruned(
      ErasureState state, Instant now, ErasureReportBuilder report, Changeset.Builder changes) {
    PrunedPlace place = PrunedPlace.of(state.after());
    List<PastRecord> page =
        store
            .history()
            .map(history -> history.pruned(state.visibility(), place.arrival()))
            .orElse(List.of());
    if (page.isEmpty()) {
      return goOn(
          state.at(place.isAnyFound() ? ErasurePhase.PRUNED : ErasurePhase.VERSIONS, ""), changes);
    }
    TargetPages pages = pages(state, now);
    PrunedTargets found = PrunedTargets.among(page, pages, new ErasedIds(store, state.id())::among);
    found.quoting().forEach(changes::eraseVersions);
    List<AuditTrail> gone = tombstones.logs(found.erased());
    Set<String> pruned = withRemains(found.all(), gone);
    LearnedErasure learned = unlearn(found.erased(), state, now, changes);
    ErasedBatch batch = ErasedBatch.of(learned, pages, List.of(), pruned);
    ErasureState after = erase(gone, batch, state, changes);
    return goOn(
        after.at(ErasurePhase.PRUNED, place.after(page, found).text()), batch, report, changes);
  }

  /** Erases versions that name something erased. All that is erased must be known before. */
  private Optional<Key> eraseVersions(
      ErasureState state, ErasureReportBuilder report, Changeset.Builder changes) {
    long after = state.after().isEmpty() ? 0 : Long.parseLong(state.after());
    ErasedIds erased = new ErasedIds(store, state.id());
    FoundIds found = new DerivedVersions(store, erased::among).after(after, state.visibility());
    found.present().forEach(changes::eraseVersions);
    NamingRationales naming = new NamingRationales(store, erased::among);
    naming.erase(found.present(), changes);
    naming.erase(found.gone(), changes);
    found.gone().forEach(changes::eraseVersions);
    ErasedBatch batch = ErasedBatch.ofVersions(found.present(), found.gone());
    ErasureState counted = state.with(batch.counts(), AuditHead.NONE);
    return goOn(
        found.last() == 0
            ? counted.at(ErasurePhase.TOMBSTONES, "")
            : counted.at(ErasurePhase.VERSIONS, String.valueOf(found.last())),
        batch,
        report,
        changes);
  }

  /** Erases what is left of records that were gone before, if a whole scope is erased. */
  private Optional<Key> eraseTombstones(
      ErasureState state, ErasureReportBuilder report, Changeset.Builder changes) {
    TombstonePage page = tombstones.page(state.target(), state.after());
    ErasedBatch batch = ErasedBatch.ofVersions(Set.of(), page.left());
    ErasureState counted = state.with(batch.counts(), AuditHead.NONE);
    return goOn(tombstones.erase(page, counted, changes), batch, report, changes);
  }

  private ErasurePhase removeMarks(ErasureState state, Changeset.Builder changes) {
    return new ErasedIds(store, state.id()).remove(changes) ? ErasurePhase.MARKS : ErasurePhase.KEY;
  }

  /**
   * Destroys the key of an erased scope. This comes before the proof, so that it is done again if
   * the process ends meanwhile, or the commit is lost to a conflict.
   */
  private Optional<Key> destroyKey(ErasureState state, Changeset.Builder changes) {
    Optional<Boolean> destroyed = dataKey.destroy(state);
    String outcome = destroyed.map(String::valueOf).orElse("");
    Optional<Key> next = goOn(state.at(ErasurePhase.PROOF, outcome), changes);
    destroyed.ifPresent(it -> dataKey.log(state, it));
    return next;
  }

  private Optional<Key> prove(
      ErasureState state, Instant now, ErasureReportBuilder report, Changeset.Builder changes) {
    if (state.counts().isAnyErased()) {
      AuditEntry entry =
          new AuditEntry(AuditAction.DELETE, state.actor(), now, proof(state).text());
      records.bury(state.id(), state.scopeOfProof(), state.visibility().ceiling(), entry, changes);
    }
    store.commit(changes.build());
    dataKey.tell(state, report);
    return Optional.empty();
  }

  static ErasureProof proof(ErasureState state) {
    return new ErasureProof(
        state.counts().records(),
        state.counts().learned(),
        state.counts().count(ErasureCounts.CHANGED),
        ErasureProof.digest(state.erased()),
        state.request().reason());
  }
}
