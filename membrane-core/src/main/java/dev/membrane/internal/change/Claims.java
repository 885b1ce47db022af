package dev.membrane.internal.change;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.Permission;
import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.internal.keys.RelationNames;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Relation;
import dev.membrane.spi.commit.Key;
import java.util.List;

/**
 * What callers without the permission {@code admin} may state in a record that they compose
 * themselves. What they state about its past counts as a claim and not as a measurement.
 *
 * @param salience the highest salience
 * @param pinned whether it may be pinned
 * @param never whether its deletion policy may be {@code never}
 */
public record Claims(double salience, boolean pinned, boolean never) {

  /** What may be said of a record that has no predecessor. */
  public static final Claims OF_NEW = new Claims(1, false, false);

  /** What may be said of the successor of a record: what holds for that may go on holding. */
  public static Claims ofSuccessor(Lifecycle before, double salience) {
    return new Claims(
        Math.max(OF_NEW.salience, salience),
        before.pinned(),
        before.deletionPolicy() == DeletionPolicy.NEVER);
  }

  /**
   * Checks what a draft says. What it leaves out is no claim.
   *
   * @throws AccessDeniedException naming the first field that claims too much
   */
  public void check(RecordDraft draft, Caller caller) {
    if (caller.may(Permission.ADMIN)) {
      return;
    }
    Double asked = draft.salience();
    require(asked == null || asked <= salience, caller, "salience", "salience above 1");
    LifecycleDraft lifecycle = draft.lifecycle();
    if (lifecycle != null) {
      boolean isPinned = Boolean.TRUE.equals(lifecycle.pinned());
      require(pinned || !isPinned, caller, "lifecycle.pinned", "lifecycle.pinned");
      boolean isNever = lifecycle.deletionPolicy() == DeletionPolicy.NEVER;
      String policy = "lifecycle.deletion_policy";
      require(never || !isNever, caller, policy, policy + " never");
    }
    checkRelations(draft.relations() == null ? List.of() : draft.relations(), caller);
  }

  /** The record without what its caller could not have claimed, wherever it has it from. */
  public MemoryRecord limited(MemoryRecord record, Caller caller) {
    if (caller.may(Permission.ADMIN)) {
      return record;
    }
    Lifecycle lifecycle = record.lifecycle();
    boolean isNever = lifecycle.deletionPolicy() == DeletionPolicy.NEVER;
    return record.toBuilder()
        .salience(Math.min(salience, record.salience()))
        .lifecycle(
            lifecycle
                .withPinned(pinned && lifecycle.pinned())
                .withDeletionPolicy(
                    isNever && !never ? DeletionPolicy.MANUAL_ONLY : lifecycle.deletionPolicy()))
        .build();
  }

  private static void require(boolean holds, Caller caller, String field, String claim) {
    if (!holds) {
      caller.require(Permission.ADMIN, field, claim);
    }
  }

  private static void checkRelations(List<Relation> relations, Caller caller) {
    for (int i = 0; i < relations.size(); i++) {
      if (relations.get(i).predicate().equals(RelationNames.SUPERSEDES)) {
        String field = "relations[" + i + "].predicate";
        caller.require(Permission.REVISE, field, field + " " + RelationNames.SUPERSEDES);
      }
    }
  }

  /** Leaves the key of a record whose counts the caller may only claim. */
  public static void mark(Write write, Caller caller) {
    if (!caller.may(Permission.ADMIN) && hasCounts(write.record().payload())) {
      String id = write.record().id();
      write.changes().addKey(new Key(ProcedureKeys.claimedCounts(id), "", id));
    }
  }

  private static boolean hasCounts(Payload payload) {
    if (payload instanceof CompetencePayload skill) {
      PerformanceStats stats = skill.performance();
      return stats != null && (stats.successCount() != 0 || stats.failureCount() != 0);
    }
    PlanMetrics metrics = payload instanceof PlanGraphPayload plan ? plan.metrics() : null;
    return metrics != null && metrics.executionCount() != 0;
  }
}
