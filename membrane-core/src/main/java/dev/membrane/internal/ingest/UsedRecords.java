package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import dev.membrane.Permission;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.engine.KnownRecords;
import dev.membrane.internal.engine.RecordIds;
import dev.membrane.internal.engine.UsedRecordsKey;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.spi.Anchor;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Header;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Applies the outcome of an episode to the records that were used in it: a success reinforces each,
 * a failure penalizes each, once per episode. A later outcome first takes back the effect that the
 * one before really had. Thread-safe.
 */
final class UsedRecords {

  private static final Map<OutcomeStatus, Integer> EFFECT =
      Map.of(OutcomeStatus.SUCCESS, 1, OutcomeStatus.FAILURE, -1, OutcomeStatus.PARTIAL, 0);

  private static final Set<MemoryType> PROCEDURES =
      Set.of(MemoryType.COMPETENCE, MemoryType.PLAN_GRAPH);

  private final MemoryStore store;
  private final RecordChanges records;
  private final double defaultGain;

  UsedRecords(MemoryStore store, RecordChanges records, double defaultGain) {
    this.store = store;
    this.records = records;
    this.defaultGain = defaultGain;
  }

  /**
   * The result of applying an outcome to the records that a run used.
   *
   * @param procedures the ids of the procedures among it
   * @param skipped which ids were left out: unknown, out of the caller's reach, or retracted
   */
  record Judgement(List<String> procedures, List<String> skipped) {}

  /**
   * Adds the changes of the used records to those of the outcome.
   *
   * @param parts the ids of the records of the episode, the first before the others
   * @param ids what the run used; those named by an earlier outcome count as well
   */
  Judgement judge(
      List<String> parts,
      OutcomeStatus status,
      List<String> ids,
      Intake intake,
      Caller caller,
      Changeset.Builder changes) {
    if (!ids.isEmpty()) {
      caller.require(Permission.REVISE, "naming used records");
    }
    String episodeId = parts.get(0);
    List<Key> standing = store.find(List.of(UsedRecordsKey.name(episodeId)));
    Map<String, Applied> applied = applied(standing);
    Set<String> named = Set.copyOf(applied.keySet());
    List<String> left = new ArrayList<>();
    for (String id : ids) {
      RecordIds.canonical(id)
          .ifPresentOrElse(
              known -> applied.putIfAbsent(known, Applied.NOTHING), () -> left.add(id));
    }
    if (applied.isEmpty()) {
      return new Judgement(List.of(), left);
    }
    KnownRecords reader = new KnownRecords(store, caller.visibility());
    Map<String, Stored> found =
        reader.get(known(applied.keySet(), named, reader, caller)).stream()
            .collect(Collectors.toMap(stored -> stored.record().id(), stored -> stored));
    int effect = EFFECT.getOrDefault(status, 0);
    Map<String, Applied> after = new LinkedHashMap<>();
    List<String> procedures = new ArrayList<>();
    for (Map.Entry<String, Applied> known : applied.entrySet()) {
      String id = known.getKey();
      Stored stored = found.get(id);
      if (stored != null
          && !stored.record().isRetired()
          && !parts.contains(id)
          && (named.contains(id) || isWithinReach(stored.record(), caller))) {
        Applied now = next(known.getValue(), effect, stored, intake);
        after.put(id, now);
        if (PROCEDURES.contains(stored.record().type())) {
          procedures.add(id);
        }
        shift(stored, known.getValue(), now, reason(episodeId, status), intake, changes);
      } else {
        left.add(id);
      }
    }
    standing.forEach(changes::removeKey);
    Map<String, String> effects = new LinkedHashMap<>();
    after.forEach((id, one) -> effects.put(id, one.text()));
    changes.addKey(UsedRecordsKey.of(episodeId, effects));
    return new Judgement(procedures, left.stream().filter(id -> isNamed(id, ids)).toList());
  }

  /** Looked at before anything is read, so that a hidden record costs as little as none. */
  private static List<String> known(
      Set<String> ids, Set<String> named, KnownRecords reader, Caller caller) {
    return reader.headers(ids, Instant.EPOCH).stream()
        .filter(
            header ->
                named.contains(header.id())
                    || caller.visibility().sees(header.scope(), header.sensitivity()))
        .map(Header::id)
        .toList();
  }

  private static boolean isNamed(String id, List<String> ids) {
    return ids.stream().anyMatch(id::equalsIgnoreCase);
  }

  /** What an earlier outcome named was within the reach of who named it. */
  private static boolean isWithinReach(MemoryRecord record, Caller caller) {
    boolean mayWrite = record.scope() != null || caller.may(Permission.ADMIN);
    return caller.visibility().sees(record) && mayWrite;
  }

  private Applied next(Applied before, int effect, Stored stored, Intake intake) {
    if (effect == before.effect()) {
      return before;
    }
    Lifecycle lifecycle = stored.record().lifecycle();
    Double own = lifecycle.decay().reinforcementGain();
    double gain = own == null ? defaultGain : own;
    return before.then(effect, lifecycle, stored.salienceAt(intake.now()), gain, intake.now());
  }

  private void shift(
      Stored stored,
      Applied before,
      Applied now,
      String reason,
      Intake intake,
      Changeset.Builder changes) {
    int turn = now.effect() - before.effect();
    if (turn == 0) {
      return;
    }
    Lifecycle lifecycle = stored.record().lifecycle();
    AuditAction action = turn > 0 ? AuditAction.REINFORCE : AuditAction.DECAY;
    AuditEntry entry = intake.entry(action, reason);
    MemoryRecord after =
        stored.record().toBuilder()
            .updatedAt(intake.now())
            .lifecycle(turn > 0 ? lifecycle.withLastReinforcedAt(intake.now()) : lifecycle)
            .auditLog(RecordChanges.appended(stored.record().auditLog(), entry))
            .build();
    records.replace(stored, after, new Anchor(now.to(), intake.now()), changes);
  }

  private static String reason(String episodeId, OutcomeStatus status) {
    return "Used in episode " + episodeId + ", which ended in " + status.wireName();
  }

  private static Map<String, Applied> applied(List<Key> standing) {
    Map<String, Applied> applied = new HashMap<>();
    for (Key key : standing) {
      UsedRecordsKey.read(key).forEach((id, effect) -> applied.put(id, Applied.of(effect)));
    }
    return applied;
  }
}
