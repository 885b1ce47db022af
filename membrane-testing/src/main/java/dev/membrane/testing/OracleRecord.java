package dev.membrane.testing;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.Sensitivity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the oracle knows of a record. Fields that change are simply set. */
final class OracleRecord {

  private static final Duration RETIRED_ARE_KEPT = Duration.ofDays(30);
  private static final Duration EPISODES_ARE_KEPT = Duration.ofDays(7);
  private static final Duration SETTLING = Duration.ofHours(24);
  private static final double FORGOTTEN = 0.001;

  final String id;
  final MemoryType type;
  final @Nullable String scope;
  final Instant createdAt;
  final OracleDecay fading;
  final List<String> relations = new ArrayList<>();
  final List<String> sources = new ArrayList<>();
  final List<AuditAction> log = new ArrayList<>();
  Sensitivity sensitivity;
  double confidence;
  double s0;
  Instant t0;
  Instant updatedAt;
  Instant lastReinforcedAt;
  String maker = "";
  @Nullable String supersedes;
  @Nullable String supersededBy;
  @Nullable RevisionStatus status;
  @Nullable String thread;
  boolean done;
  boolean hasOutcome;
  boolean gone;
  boolean pruned;

  OracleRecord(
      String id,
      MemoryType type,
      @Nullable String scope,
      Sensitivity sensitivity,
      double confidence,
      OracleDecay fading,
      double salience,
      Instant now) {
    this.id = id;
    this.type = type;
    this.scope = scope;
    this.sensitivity = sensitivity;
    this.confidence = confidence;
    this.fading = fading;
    this.createdAt = now;
    this.lastReinforcedAt = now;
    this.t0 = now;
    this.s0 = salience;
    this.updatedAt = now;
    log.add(AuditAction.CREATE);
  }

  double live(Instant at) {
    return fading.salience(s0, t0, at);
  }

  void anchor(double salience, Instant now) {
    s0 = salience;
    t0 = now.isBefore(t0) ? t0 : now;
  }

  void reinforced(Instant now) {
    lastReinforcedAt = now.isBefore(lastReinforcedAt) ? lastReinforcedAt : now;
  }

  void logged(AuditAction action, Instant now) {
    log.add(action);
    updatedAt = now.isBefore(updatedAt) ? updatedAt : now;
  }

  /** The content goes, the log stays. */
  void delete(Instant now) {
    logged(AuditAction.DELETE, now);
    gone = true;
  }

  void prune(Instant now) {
    delete(now);
    pruned = true;
  }

  void retire(@Nullable RevisionStatus to, @Nullable String successor, Instant now) {
    anchor(0, now);
    status = to;
    supersededBy = successor;
  }

  boolean isRetired() {
    return status == RevisionStatus.RETRACTED || supersededBy != null;
  }

  boolean isEpisode() {
    return type == MemoryType.EPISODIC;
  }

  boolean isPrunedAt(Instant now) {
    if (fading.pinned() || fading.policy() != DeletionPolicy.AUTO_PRUNE) {
      return false;
    }
    boolean isOver = status != RevisionStatus.RETRACTED && (supersededBy != null || done);
    if (type == MemoryType.WORKING && isOver) {
      return !now.isBefore(updatedAt);
    }
    return !now.isBefore(keptUntil()) && (isForgotten(now) || isTooOld(now));
  }

  /** A clock that was set back to before the last change of salience has nothing to say of it. */
  private boolean isForgotten(Instant now) {
    return !now.isBefore(t0) && live(now) < FORGOTTEN;
  }

  /** Nor is anything pruned before its last change. */
  Instant keptUntil() {
    if (isRetired()) {
      return updatedAt.plus(RETIRED_ARE_KEPT);
    }
    return isEpisode()
        ? updatedAt.plus(hasOutcome ? Duration.ZERO : SETTLING).plus(EPISODES_ARE_KEPT)
        : updatedAt;
  }

  private boolean isTooOld(Instant now) {
    Long maxAge = fading.maxAge();
    return maxAge != null && now.isAfter(createdAt.plusSeconds(maxAge));
  }

  /** When the salience falls below what matters; null: never. */
  @Nullable Instant forgottenAt() {
    if (fading.pinned() || s0 <= FORGOTTEN || fading.floor() > 0) {
      return null;
    }
    double halfLives =
        fading.linear() ? 2 * (1 - FORGOTTEN / s0) : Math.log(s0 / FORGOTTEN) / Math.log(2);
    double seconds = halfLives * fading.halfLife();
    return seconds > 1e9 ? null : t0.plusMillis((long) (seconds * 1000));
  }

  @Override
  public String toString() {
    return type.wireName() + " " + id.substring(id.length() - 4);
  }
}
