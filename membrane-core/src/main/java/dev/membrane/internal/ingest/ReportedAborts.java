package dev.membrane.internal.ingest;

import dev.membrane.internal.episode.AbortedRuns;
import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
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

  /** Adds the changes to those of the outcome. */
  void report(EndedEpisode episode, Changeset.Builder changes) {
    Optional<String> steps =
        episode.status() == OutcomeStatus.FAILURE && episode.used().isEmpty()
            ? AbortedRuns.steps(episode.calls())
            : Optional.empty();
    if (steps.isEmpty() && episode.before().isEmpty()) {
      return;
    }
    String name = ProcedureKeys.abortedRuns(episode.scope());
    Optional<Key> standing = store.find(Set.of(name)).stream().findFirst();
    AbortedRuns before = AbortedRuns.of(standing);
    AbortedRuns after =
        steps
            .map(it -> before.with(episode.at(), episode.id(), it))
            .orElseGet(() -> before.without(episode.id()));
    if (!after.equals(before)) {
      standing.ifPresent(changes::removeKey);
      if (!after.runs().isEmpty()) {
        changes.addKey(new Key(name, after.text(), null));
      }
    }
  }
}
