package dev.membrane.internal.change;

import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.Lifecycle;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** The lifecycle of what takes the place of other records. */
public final class InheritedLifecycle {

  private InheritedLifecycle() {}

  /**
   * That of the most salient, which nothing deletes that any of the others is safe from.
   *
   * @param predecessors at least one
   */
  public static Lifecycle of(List<StoredRecord> predecessors, Instant now) {
    StoredRecord mostSalient =
        predecessors.stream()
            .reduce((best, next) -> next.salienceAt(now) > best.salienceAt(now) ? next : best)
            .orElseThrow();
    return asSafe(mostSalient.record().lifecycle(), predecessors);
  }

  /** A lifecycle under which nothing deletes what any of some records is safe from. */
  public static Lifecycle asSafe(Lifecycle own, List<StoredRecord> predecessors) {
    List<Lifecycle> all = predecessors.stream().map(stored -> stored.record().lifecycle()).toList();
    DeletionPolicy strictest =
        all.stream()
            .map(Lifecycle::deletionPolicy)
            .max(Comparator.naturalOrder())
            .filter(policy -> policy.compareTo(own.deletionPolicy()) > 0)
            .orElse(own.deletionPolicy());
    return own.withPinned(own.pinned() || all.stream().anyMatch(Lifecycle::pinned))
        .withDeletionPolicy(strictest);
  }
}
