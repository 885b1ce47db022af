package dev.membrane.testing;

import dev.membrane.AccessDeniedException;
import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.ValidationException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * For which reasons a call has to be refused. With several reasons any of them will do, but what a
 * caller may not do comes before what they may not see, and that before what the records say.
 */
final class Refusals {

  private static final Class<? extends RuntimeException> DENIED = AccessDeniedException.class;
  private static final Class<? extends RuntimeException> MISSING = NotFoundException.class;
  private static final Class<? extends RuntimeException> LATE = FailedPreconditionException.class;
  private static final Class<? extends RuntimeException> INVALID = ValidationException.class;

  private final Set<Class<? extends RuntimeException>> reasons = new HashSet<>();

  private Refusals() {}

  /** Of a call that nothing speaks against. */
  static Refusals none() {
    return new Refusals();
  }

  /** Of a full record that has no predecessor. */
  static Refusals ofNew(TrustedCaller who, OracleDraft draft) {
    return new Refusals().when(claimsTooMuch(draft, 1, false, false) && !who.isAdmin(), DENIED);
  }

  /** Of a call that names records; null stands for an id that nobody has. */
  static Refusals of(TrustedCaller who, List<@Nullable OracleRecord> named) {
    Refusals refusals = new Refusals();
    refusals.when(!who.mayRevise(), DENIED);
    if (refusals.reasons.isEmpty()) {
      named.forEach(item -> refusals.gate(who, item));
    }
    return refusals;
  }

  private void gate(TrustedCaller who, @Nullable OracleRecord item) {
    if (item == null || item.gone) {
      reasons.add(MISSING);
    } else if (who.sees(item)) {
      when(item.scope == null && !who.isAdmin(), DENIED);
    } else {
      reasons.add(who.seesRedacted(item) ? DENIED : MISSING);
    }
  }

  Refusals ifRetired(List<OracleRecord> items) {
    return isPassed() ? when(items.stream().anyMatch(OracleRecord::isRetired), LATE) : this;
  }

  Refusals ifNeverDeleted(OracleRecord item) {
    boolean isKept = item.fading.policy() == DeletionPolicy.NEVER;
    return isPassed() ? when(isKept, LATE) : this;
  }

  Refusals ifNoEpisode(OracleRecord item) {
    return isPassed() ? when(!item.isEpisode(), INVALID) : this;
  }

  Refusals ifNotRevisable(List<OracleRecord> items) {
    boolean isExperience = items.stream().anyMatch(OracleRecord::isEpisode);
    return isPassed() ? when(isExperience, LATE).ifRetired(items) : this;
  }

  Refusals ifMixed(List<OracleRecord> items) {
    if (isPassed() || reasons.equals(Set.of(LATE))) {
      OracleRecord first = items.get(0);
      when(items.stream().anyMatch(item -> item.type != first.type), INVALID);
      when(items.stream().anyMatch(item -> !Objects.equals(item.scope, first.scope)), INVALID);
    }
    return this;
  }

  Refusals ifNoSuccessor(
      TrustedCaller who, List<OracleRecord> items, OracleDraft draft, Instant now) {
    if (!isPassed()) {
      return this;
    }
    OracleRecord first = items.get(0);
    boolean isProven = !draft.sources().isEmpty() || isEvident(draft);
    when(first.type == MemoryType.SEMANTIC && !isProven, INVALID);
    when(draft.type() != first.type, INVALID);
    when(draft.scope() != null && !who.allows(draft.scope()), INVALID);
    when(draft.id() != null && !who.isAdmin(), DENIED);
    when(isDeclassified(items, draft) && !who.isAdmin(), DENIED);
    when(claimsTooMuch(items, draft, now) && !who.isAdmin(), DENIED);
    return this;
  }

  /** What holds for the most salient of the predecessors may be said of the successor too. */
  private static boolean claimsTooMuch(List<OracleRecord> items, OracleDraft draft, Instant now) {
    OracleRecord strongest = items.get(0);
    for (OracleRecord item : items) {
      strongest = item.live(now) > strongest.live(now) ? item : strongest;
    }
    OracleDecay fading = strongest.fading;
    boolean isNever = fading.policy() == DeletionPolicy.NEVER;
    return claimsTooMuch(draft, Math.max(1, strongest.live(now)), fading.pinned(), isNever);
  }

  private static boolean claimsTooMuch(
      OracleDraft draft, double salience, boolean pinned, boolean never) {
    boolean isHigh = draft.salience() != null && draft.salience() > salience;
    LifecycleDraft lifecycle = draft.lifecycle();
    return isHigh
        || (lifecycle != null && lifecycle.pinned() != null && lifecycle.pinned() && !pinned)
        || (lifecycle != null && lifecycle.deletionPolicy() == DeletionPolicy.NEVER && !never);
  }

  private static boolean isEvident(OracleDraft draft) {
    return draft.type() == MemoryType.SEMANTIC && draft.hasEvidence();
  }

  private static boolean isDeclassified(List<OracleRecord> items, OracleDraft draft) {
    return draft.sensitivity() != null
        && items.stream().anyMatch(item -> item.sensitivity.compareTo(draft.sensitivity()) > 0);
  }

  /** A fork leaves its source as it is, so it cannot take its place in a thread. */
  Refusals ifSameThread(OracleRecord source, OracleDraft draft) {
    boolean isSame =
        source.type == MemoryType.WORKING
            && draft.thread().equals(source.thread)
            && (draft.scope() == null || draft.scope().equals(source.scope));
    return isPassed() || reasons.contains(INVALID) || reasons.contains(DENIED)
        ? when(isSame, INVALID)
        : this;
  }

  Refusals ifInvalid(boolean isInvalid) {
    return isPassed() ? when(isInvalid, INVALID) : this;
  }

  private Refusals when(boolean applies, Class<? extends RuntimeException> reason) {
    if (applies) {
      reasons.add(reason);
    }
    return this;
  }

  boolean isPassed() {
    return reasons.isEmpty();
  }

  Set<Class<? extends RuntimeException>> reasons() {
    return reasons;
  }
}
