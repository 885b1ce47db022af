package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import dev.membrane.Permission;
import dev.membrane.internal.access.ById;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.keys.UsedRecordsKey;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Applies the outcome of an episode to the records that were used in it: a success reinforces each,
 * a failure penalizes each, once per episode. A later outcome first takes back the effect that the
 * one before really had. Thread-safe.
 */
final class UsedRecords {

  private static final Map<OutcomeStatus, Integer> EFFECT =
      Map.of(OutcomeStatus.SUCCESS, 1, OutcomeStatus.FAILURE, -1, OutcomeStatus.PARTIAL, 0);

  private final MemoryStore store;
  private final RecordChanges records;
  private final PolicyDefaults defaults;

  UsedRecords(MemoryStore store, RecordChanges records, PolicyDefaults defaults) {
    this.store = store;
    this.records = records;
    this.defaults = defaults;
  }

  /**
   * A report of how an episode ended.
   *
   * @param parts the ids of the records of the episode, the first before the others
   * @param used the ids of the records that the run used, as the caller wrote them
   */
  record UseReport(List<String> parts, OutcomeStatus status, List<String> used) {

    String episodeId() {
      return parts.get(0);
    }

    /** What was named that an outcome does not count for. */
    List<String> except(Set<String> counted) {
      return used.stream()
          .distinct()
          .filter(written -> RecordIds.canonical(written).filter(counted::contains).isEmpty())
          .toList();
    }

    String rationale() {
      return "Used in episode " + episodeId() + ", which ended in " + status.wireName();
    }
  }

  /**
   * The result of applying an outcome to the records that a run used.
   *
   * @param procedures those among the records that it was applied to
   * @param skipped which ids were left out, as they were written: unknown, out of the caller's
   *     reach, or retracted
   */
  record AppliedOutcome(List<MemoryRecord> procedures, List<String> skipped) {}

  /**
   * Adds the changes of the used records to those of the outcome. The records that an earlier
   * outcome of the episode named count as well.
   */
  AppliedOutcome apply(
      UseReport report, AdmittedCandidate intake, Caller caller, Changeset.Builder changes) {
    if (!report.used().isEmpty()) {
      caller.require(Permission.REVISE, "used_record_ids", "naming used records");
    }
    List<Key> former = store.find(List.of(UsedRecordsKey.name(report.episodeId())));
    Map<String, OutcomeEffect> effects = effects(former);
    Set<String> namedBefore = Set.copyOf(effects.keySet());
    addNamed(report.used(), effects);
    if (effects.isEmpty()) {
      return new AppliedOutcome(List.of(), report.except(Set.of()));
    }
    Map<String, StoredRecord> found = changeable(effects.keySet(), namedBefore, report, caller);
    Map<String, String> after = new LinkedHashMap<>();
    List<MemoryRecord> procedures = new ArrayList<>();
    effects.forEach(
        (id, effect) -> {
          StoredRecord stored = found.get(id);
          if (stored == null) {
            return;
          }
          after.put(id, applyTo(stored, effect, report, intake, changes).text());
          if (stored.record().type().isProcedure()) {
            procedures.add(stored.record());
          }
        });
    former.forEach(changes::removeKey);
    changes.addKey(UsedRecordsKey.of(report.episodeId(), after));
    return new AppliedOutcome(procedures, report.except(after.keySet()));
  }

  private static Map<String, OutcomeEffect> effects(List<Key> former) {
    Map<String, OutcomeEffect> effects = new HashMap<>();
    for (Key key : former) {
      UsedRecordsKey.read(key).forEach((id, text) -> effects.put(id, OutcomeEffect.of(text)));
    }
    return effects;
  }

  /** Adds the records that are named now. */
  private static void addNamed(List<String> ids, Map<String, OutcomeEffect> effects) {
    ids.stream()
        .flatMap(id -> RecordIds.canonical(id).stream())
        .forEach(id -> effects.putIfAbsent(id, OutcomeEffect.NOTHING));
  }

  /** The records that an outcome may change, by id. */
  private Map<String, StoredRecord> changeable(
      Set<String> ids, Set<String> namedBefore, UseReport report, Caller caller) {
    KnownRecords reader = new KnownRecords(store, caller.visibility());
    return reader.get(seen(ids, namedBefore, reader, caller)).stream()
        .filter(stored -> !stored.record().isRetired())
        .filter(stored -> !report.parts().contains(stored.record().id()))
        .filter(
            stored ->
                namedBefore.contains(stored.record().id())
                    || isWithinReach(stored.record(), caller))
        .collect(ById.records());
  }

  /** Looked at before anything is read, so that a hidden record costs as little as none. */
  private static List<String> seen(
      Set<String> ids, Set<String> namedBefore, KnownRecords reader, Caller caller) {
    return reader.headers(ids, Instant.EPOCH).stream()
        .filter(
            header ->
                namedBefore.contains(header.id())
                    || caller.visibility().sees(header.scope(), header.sensitivity()))
        .map(RecordHeader::id)
        .toList();
  }

  /** What an earlier outcome named was within the reach of who named it. */
  private static boolean isWithinReach(MemoryRecord record, Caller caller) {
    boolean mayWrite = record.scope() != null || caller.may(Permission.ADMIN);
    return caller.visibility().sees(record) && mayWrite;
  }

  /** Replaces the former effect on a record by that of the outcome, and answers it. */
  private OutcomeEffect applyTo(
      StoredRecord stored,
      OutcomeEffect former,
      UseReport report,
      AdmittedCandidate intake,
      Changeset.Builder changes) {
    int effect = EFFECT.getOrDefault(report.status(), 0);
    if (effect == former.effect()) {
      return former;
    }
    Lifecycle lifecycle = stored.record().lifecycle();
    double gain = defaults.gainOf(stored.record());
    Instant at = RecordChanges.later(intake.now(), stored.anchor().at());
    OutcomeEffect applied = former.then(effect, lifecycle, stored.salienceAt(at), gain, at);
    boolean isRaised = effect > former.effect();
    AuditEntry entry =
        intake.entry(isRaised ? AuditAction.REINFORCE : AuditAction.DECAY, report.rationale());
    MemoryRecord after =
        RecordChanges.logged(stored.record(), entry)
            .lifecycle(isRaised ? lifecycle.withLastReinforcedAt(intake.now()) : lifecycle)
            .build();
    records.replace(stored, after, new Anchor(applied.to(), at), changes);
    return applied;
  }
}
