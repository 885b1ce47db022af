package dev.membrane.internal.erase;

import dev.membrane.internal.consolidate.LessonWithdrawal;
import dev.membrane.internal.consolidate.RecordEdit;
import dev.membrane.internal.consolidate.Sources;
import dev.membrane.internal.consolidate.StageCommit;
import dev.membrane.internal.keys.EngineActors;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.commit.Changeset;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Takes records out of a memory, with all that was learned from them and from nothing else. What
 * was learned from others, too, loses what it has from them. The result is one changeset. Not
 * thread-safe.
 */
final class LearnedErasure {

  /** The actor whom the audit logs name of records that stay and lose something. */
  static final String ACTOR = EngineActors.stage("erasure");

  private final ErasureParts parts;
  private final ErasureTarget target;
  private final AuditEntry last;
  private final StageCommit commit;
  private final ErasedRecords erasedRecords;
  private final LessonWithdrawal withdrawal;
  private final Lineage lineage;
  private final SharedRationales rationales;
  private final ContestErasure contests;
  private final Set<String> named = new TreeSet<>();
  private final Set<String> gone;
  private final Map<String, Set<String>> stripped;
  private final Set<String> near = new HashSet<>();
  private final Set<String> forgotten = new HashSet<>();

  /**
   * An erasure of nothing yet.
   *
   * @param last the entry that ends each erased record
   */
  LearnedErasure(ErasureParts parts, ErasureTarget target, AuditEntry last) {
    this(parts, target, last, new HashSet<>(), new HashMap<>());
  }

  private LearnedErasure(
      ErasureParts parts,
      ErasureTarget target,
      AuditEntry last,
      Set<String> gone,
      Map<String, Set<String>> stripped) {
    this.gone = gone;
    this.stripped = stripped;
    this.parts = parts;
    this.target = target;
    this.last = last;
    this.commit = new StageCommit(parts.store());
    this.erasedRecords = new ErasedRecords(commit, last, target.request().overridePolicy());
    this.withdrawal =
        new LessonWithdrawal(parts.learning(), parts.stages(), commit, now(), erasedRecords::end);
    this.lineage = new Lineage(parts.store(), target.visibility(), now());
    this.rationales = new SharedRationales(parts.store(), commit, erasedRecords);
    this.contests = new ContestErasure(rationales, erasedRecords);
  }

  /** An erasure that goes on as if this one was committed, and knows only ids of it. */
  LearnedErasure next() {
    return new LearnedErasure(parts, target, last, gone, stripped);
  }

  private Instant now() {
    return last.timestamp();
  }

  /**
   * Erases records.
   *
   * @param ids of the records; also of deleted ones, of which others may still have something
   */
  void erase(Collection<String> ids) {
    commit.prefetchRecords(ids);
    List<MemoryRecord> records = new ArrayList<>();
    for (String id : ids) {
      Optional<RecordEdit> known = commit.record(id);
      if (erasedRecords.end(id)) {
        named.add(id);
        commit.drop(id);
        known.map(RecordEdit::record).ifPresent(records::add);
      }
    }
    withdrawal.takeBack(
        records.stream().filter(record -> record.payload() instanceof EpisodicPayload).toList());
    OutcomeErasure outcomes = new OutcomeErasure(commit, erasedRecords);
    if (!target.isScope()) {
      new LostRunWithdrawal(parts.store(), commit, lineage, outcomes).takeBack(ids, withdrawal);
    }
    outcomes.takeBack(records);
    follow(ids.stream().filter(id -> !erasedRecords.kept().contains(id)).toList());
    List<MemoryRecord> erased =
        erasedRecords.ended().values().stream().filter(it -> forgotten.add(it.id())).toList();
    if (!target.isScope()) {
      // The notes of lessons that were taken back are gone; all those of a scope go at the end.
      erased.stream().filter(this::isForgotten).forEach(withdrawal::forget);
    }
    withdrawal.markDisagreements(ACTOR);
    near.addAll(outcomes.used(records));
    commit.edits().stream()
        .filter(it -> it.before() != null)
        .forEach(it -> near.add(it.record().id()));
    rationales.erase(erased, gone, near);
  }

  /**
   * Whether its notes go. What goes with its runs may be learned again from others, and they are
   * still in the notes.
   */
  private boolean isForgotten(MemoryRecord record) {
    return record.payload() instanceof SemanticPayload
        || (target.request().ids().contains(record.id())
            && !(record.payload() instanceof EpisodicPayload));
  }

  /** Erases what is learned from erased records only, and strips what is learned from others. */
  private void follow(Collection<String> ids) {
    Set<String> open = new TreeSet<>(ids);
    open.addAll(erasedRecords.ended().keySet());
    open.removeAll(gone);
    while (!open.isEmpty()) {
      gone.addAll(open);
      Set<String> candidates = lineage.near(open);
      open.forEach(id -> candidates.addAll(stripped.getOrDefault(id, Set.of())));
      candidates.addAll(replacedBy(open));
      candidates.removeAll(gone);
      near.addAll(candidates);
      open = new TreeSet<>();
      commit.prefetchRecords(candidates);
      for (String id : candidates) {
        Optional<RecordEdit> known = commit.record(id);
        if (known.filter(it -> isOnlyFromGone(it.record())).isPresent() && erasedRecords.end(id)) {
          open.add(id);
        } else {
          known.ifPresent(this::strip);
        }
      }
    }
  }

  /** Those that some erased records have replaced, and that are seen. */
  private Set<String> replacedBy(Set<String> ids) {
    Set<String> replaced =
        ids.stream()
            .flatMap(id -> Stream.ofNullable(erasedRecords.ended().get(id)))
            .flatMap(Lineage::replacedBy)
            .collect(Collectors.toCollection(TreeSet::new));
    commit.prefetchRecords(replaced);
    replaced.removeIf(
        id -> commit.record(id).filter(it -> target.visibility().sees(it.record())).isEmpty());
    return replaced;
  }

  private boolean isOnlyFromGone(MemoryRecord record) {
    return Lineage.isFrom(record, gone) && Lineage.isOnlyFrom(record, gone);
  }

  /** Takes out of a record that stays what quotes an erased one. No other place does that. */
  private void strip(RecordEdit known) {
    MemoryRecord after = contests.without(known.record(), Lineage.without(known.record(), gone));
    if (!after.equals(known.record())) {
      AuditEntry entry =
          new AuditEntry(AuditAction.REVISE, ACTOR, now(), "What it named was erased");
      commit.put(known.then(asSure(after), known.anchor(), entry));
      for (ProvenanceSource source : after.provenance().sources()) {
        stripped.computeIfAbsent(source.ref(), it -> new TreeSet<>()).add(after.id());
      }
    }
  }

  /** A record that is as sure as what it is still learned from. */
  private MemoryRecord asSure(MemoryRecord record) {
    return record.payload() instanceof SemanticPayload
        ? record.toBuilder()
            .confidence(
                Sources.confidence(
                    record,
                    Sources.episodes(record),
                    id -> commit.record(id).map(RecordEdit::record)))
            .build()
        : record;
  }

  /** The records that were to be erased and are, as they were. */
  List<MemoryRecord> named() {
    return select(true);
  }

  /** The records that were learned from those and are erased with them, as they were. */
  List<MemoryRecord> learned() {
    return select(false);
  }

  private List<MemoryRecord> select(boolean isNamed) {
    return erasedRecords.ended().values().stream()
        .filter(record -> named.contains(record.id()) == isNamed)
        .toList();
  }

  /** The ids of records that stay and lose something. */
  List<String> changed() {
    return commit.edits().stream()
        .filter(it -> !it.isDeleted() && it.before() != null && it.newEntries() > 0)
        .map(it -> it.record().id())
        .sorted()
        .toList();
  }

  /** The ids of all that is erased so far, by this erasure and those that it goes on from. */
  Set<String> gone() {
    return Collections.unmodifiableSet(gone);
  }

  /** The ids of records that stay only because their deletion policy is {@code never}. */
  Set<String> kept() {
    return erasedRecords.kept();
  }

  /** Adds everything to a changeset. */
  void addTo(Changeset.Builder changes) {
    erasedRecords.rationales().forEach(changes::erase);
    commit.addTo(changes, parts.records());
  }
}
