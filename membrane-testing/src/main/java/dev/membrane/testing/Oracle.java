package dev.membrane.testing;

import static dev.membrane.testing.OracleDraft.or;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.Sensitivity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What memory has to hold after each call, in plain fields and lists. */
final class Oracle {

  private static final Comparator<OracleRecord> NEWEST_FIRST =
      Comparator.comparing((OracleRecord item) -> item.createdAt)
          .thenComparing(item -> item.sensitivity)
          .reversed();

  private final Map<String, OracleRecord> items = new LinkedHashMap<>();
  private final Map<String, Map<Sensitivity, OracleRecord>> threads = new HashMap<>();
  private final Map<String, OracleRecord> episodes = new HashMap<>();

  Collection<OracleRecord> items() {
    return items.values();
  }

  List<OracleRecord> living() {
    return items.values().stream().filter(item -> !item.gone).toList();
  }

  @Nullable OracleRecord item(String id) {
    return items.get(id);
  }

  static OracleDecay usual(MemoryType type) {
    long halfLife =
        switch (type) {
          case EPISODIC -> 3_600;
          case WORKING -> 86_400;
          case SEMANTIC, COMPETENCE, PLAN_GRAPH -> 2_592_000;
        };
    return new OracleDecay(false, halfLife, 0, null, 0.1, false, DeletionPolicy.AUTO_PRUNE);
  }

  void ingested(String id, OracleDraft draft, TrustedCaller who, Instant now) {
    OracleRecord item =
        new OracleRecord(
            id,
            draft.type(),
            draft.scope(),
            or(draft.sensitivity(), Sensitivity.LOW),
            or(draft.confidence(), 1.0),
            draft.fading(usual(draft.type())),
            or(draft.salience(), 1.0),
            now);
    item.sources.addAll(draft.sources());
    item.status = draft.status();
    arrive(item, draft, who, former -> mayEnd(who, former, item), now);
  }

  /** Who does not revise hides no thread from those who see it, unless it is their own. */
  private static boolean mayEnd(TrustedCaller who, OracleRecord former, OracleRecord newest) {
    return former.sensitivity.compareTo(newest.sensitivity) >= 0
        || (who.sees(newest) && former.maker.equals(who.name()));
  }

  private void arrive(
      OracleRecord item,
      OracleDraft draft,
      TrustedCaller who,
      Predicate<OracleRecord> isEnded,
      Instant now) {
    items.put(item.id, item);
    item.maker = who.name();
    if (item.type == MemoryType.WORKING) {
      item.thread = draft.thread();
      item.done = draft.done();
      if (!item.isRetired()) {
        continueThread(item, who, isEnded, now);
      }
    }
  }

  /** The newest snapshot is the current one among those that its writer sees. */
  private void continueThread(
      OracleRecord newest, TrustedCaller who, Predicate<OracleRecord> isEnded, Instant now) {
    Map<Sensitivity, OracleRecord> places =
        threads.computeIfAbsent(place(newest), name -> places());
    List<OracleRecord> former =
        places.values().stream()
            .filter(item -> isCurrent(item) && who.sees(item) && isEnded.test(item))
            .sorted(NEWEST_FIRST)
            .toList();
    OracleRecord holder = places.get(newest.sensitivity);
    boolean isFree = holder == null || !isCurrent(holder) || who.sees(holder);
    for (OracleRecord item : former) {
      item.retire(item.status, newest.id, now);
      item.logged(AuditAction.REVISE, now);
      newest.relations.add("supersedes " + item.id);
      newest.supersedes = newest.supersedes == null ? former.get(0).id : newest.supersedes;
    }
    if (isFree) {
      places.put(newest.sensitivity, newest);
    }
  }

  private static String place(OracleRecord item) {
    return item.scope + "/" + item.thread;
  }

  private static Map<Sensitivity, OracleRecord> places() {
    return new EnumMap<>(Sensitivity.class);
  }

  private static boolean isCurrent(OracleRecord item) {
    return !item.gone && !item.isRetired();
  }

  /** The episode that a key stands for; null: none is open. */
  @Nullable OracleRecord episode(String key) {
    OracleRecord open = episodes.get(key);
    return open == null || open.gone || open.hasOutcome ? null : open;
  }

  /** The first part of an episode, which a key may stand for from now on. */
  void began(OracleRecord item, @Nullable String key) {
    items.put(item.id, item);
    if (key != null) {
      episodes.put(key, item);
    }
  }

  static void appended(OracleRecord episode, Sensitivity level, Instant now) {
    episode.anchor(1, now);
    episode.sensitivity = level.compareTo(episode.sensitivity) > 0 ? level : episode.sensitivity;
    episode.logged(AuditAction.REVISE, now);
  }

  static void ended(OracleRecord episode, Instant now) {
    episode.hasOutcome = true;
    episode.logged(AuditAction.REVISE, now);
  }

  static void reinforced(OracleRecord item, Instant now) {
    double live = item.live(now);
    item.anchor(Math.max(live, Math.min(1, live + item.fading.gain())), now);
    item.reinforced(now);
    item.logged(AuditAction.REINFORCE, now);
  }

  static void penalized(OracleRecord item, double amount, Instant now) {
    double live = item.live(now);
    item.anchor(Math.min(live, Math.max(item.fading.floor(), live - amount)), now);
    item.logged(AuditAction.DECAY, now);
  }

  void superseded(OracleRecord old, String id, OracleDraft draft, TrustedCaller who, Instant now) {
    OracleRecord successor = successor(List.of(old), id, draft, "supersedes", true, now);
    successor.supersedes = old.id;
    retire(List.of(old), id, AuditAction.REVISE, now);
    arrive(successor, draft, who, former -> former != old, now);
  }

  void forked(OracleRecord old, String id, OracleDraft draft, TrustedCaller who, Instant now) {
    OracleRecord fork = successor(List.of(old), id, draft, "derived_from", who.isAdmin(), now);
    old.logged(AuditAction.FORK, now);
    arrive(fork, draft, who, former -> true, now);
  }

  void merged(
      List<OracleRecord> old, String id, OracleDraft draft, TrustedCaller who, Instant now) {
    OracleRecord merged = successor(old, id, draft, "derived_from", true, now);
    retire(old, id, AuditAction.MERGE, now);
    arrive(merged, draft, who, former -> !old.contains(former), now);
  }

  private static void retire(List<OracleRecord> old, String id, AuditAction action, Instant now) {
    for (OracleRecord item : old) {
      item.retire(RevisionStatus.RETRACTED, id, now);
      item.logged(action, now);
    }
  }

  /** Inherits also what only an admin gives, or not. */
  private static OracleRecord successor(
      List<OracleRecord> old,
      String id,
      OracleDraft draft,
      String predicate,
      boolean inheritsAll,
      Instant now) {
    OracleRecord first = old.get(0);
    OracleRecord strongest = first;
    double confidence = 0;
    Sensitivity level = Sensitivity.PUBLIC;
    for (OracleRecord item : old) {
      strongest = item.live(now) > strongest.live(now) ? item : strongest;
      confidence = Math.max(confidence, item.confidence);
      level = item.sensitivity.compareTo(level) > 0 ? item.sensitivity : level;
    }
    OracleDecay fading = draft.fading(strongest.fading);
    double salience = or(draft.salience(), strongest.live(now));
    OracleRecord successor =
        new OracleRecord(
            id,
            first.type,
            draft.scope() == null ? first.scope : draft.scope(),
            or(draft.sensitivity(), level),
            or(draft.confidence(), confidence),
            inheritsAll ? fading : fading.unprivileged(),
            inheritsAll ? salience : Math.min(1, salience),
            now);
    successor.lastReinforcedAt = strongest.lastReinforcedAt;
    successor.status = RevisionStatus.ACTIVE;
    successor.sources.addAll(draft.sources());
    old.forEach(item -> successor.sources.add(item.id));
    old.forEach(item -> successor.relations.add(predicate + " " + item.id));
    return successor;
  }

  static void retracted(OracleRecord item, Instant now) {
    item.retire(RevisionStatus.RETRACTED, null, now);
    item.logged(AuditAction.DELETE, now);
  }

  static void contested(OracleRecord item, @Nullable OracleRecord by, Instant now) {
    item.status = RevisionStatus.CONTESTED;
    String relation = by == null ? "" : "contested_by " + by.id;
    if (by != null && !item.relations.contains(relation)) {
      item.relations.add(relation);
    }
    item.logged(AuditAction.REVISE, now);
  }

  /** Deletes what is due; answers how many that were. */
  int swept(Instant now) {
    List<OracleRecord> due = new ArrayList<>(living());
    due.removeIf(item -> !item.isPrunedAt(now));
    due.forEach(item -> item.prune(now));
    return due.size();
  }
}
