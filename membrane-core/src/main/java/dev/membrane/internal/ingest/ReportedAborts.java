package dev.membrane.internal.ingest;

import dev.membrane.internal.episode.AbortedRuns;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps which runs failed at a call, since they count against procedures that take the same steps.
 * A run whose outcome names procedures counts for these alone. Thread-safe.
 */
final class ReportedAborts {

  private final MemoryStore store;

  ReportedAborts(MemoryStore store) {
    this.store = store;
  }

  /**
   * Adds the changes to those of the outcome.
   *
   * @param parts of the episode as they were before the outcome, in order
   * @param used the procedures that were used in it
   */
  void report(
      List<MemoryRecord> parts,
      OutcomeStatus status,
      Collection<MemoryRecord> used,
      Intake intake,
      Changeset.Builder changes) {
    Optional<String> steps =
        status == OutcomeStatus.FAILURE && used.isEmpty()
            ? AbortedRuns.steps(ReportedOutcomes.calls(parts))
            : Optional.empty();
    boolean isKnown = parts.stream().anyMatch(part -> payload(part).outcome() != null);
    if (steps.isEmpty() && !isKnown) {
      return;
    }
    MemoryRecord first = parts.get(0);
    String name = ProcedureKeys.abortedRuns(LearningScope.of(first));
    Optional<Key> standing = store.find(Set.of(name)).stream().findFirst();
    AbortedRuns before = AbortedRuns.of(standing);
    AbortedRuns after =
        steps
            .map(it -> before.with(ReportedOutcomes.used(parts, intake), first.id(), it))
            .orElseGet(() -> before.without(first.id()));
    if (!after.equals(before)) {
      standing.ifPresent(changes::removeKey);
      if (!after.runs().isEmpty()) {
        changes.addKey(new Key(name, after.text(), null));
      }
    }
  }

  private static EpisodicPayload payload(MemoryRecord part) {
    return (EpisodicPayload) part.payload();
  }
}
