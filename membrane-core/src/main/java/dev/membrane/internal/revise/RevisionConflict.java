package dev.membrane.internal.revise;

import dev.membrane.FailedPreconditionException;
import dev.membrane.internal.keys.EngineActors;
import dev.membrane.schema.AuditAction;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds out why a commit of a revision failed: another caller revised the record, so this revision
 * has lost; or only the salience of a record changed meanwhile, so it has to be tried again. For
 * the attempts of one call; not thread-safe.
 */
final class RevisionConflict {

  private static final Set<AuditAction> REVISIONS =
      Set.of(AuditAction.REVISE, AuditAction.FORK, AuditAction.MERGE, AuditAction.DELETE);

  private final MemoryStore store;
  private final Map<String, String> headsSeenFirst = new HashMap<>();

  RevisionConflict(MemoryStore store) {
    this.store = store;
  }

  /**
   * Begins an attempt.
   *
   * @throws FailedPreconditionException if one of the records was revised since the first attempt
   */
  void enter(List<StoredRecord> records) {
    for (StoredRecord stored : records) {
      String id = stored.record().id();
      String before = headsSeenFirst.putIfAbsent(id, stored.head());
      if (before != null && !before.equals(stored.head()) && isRevisedSince(before, id)) {
        throw new FailedPreconditionException(
            "record " + id + " was revised at the same time; read it and try again");
      }
    }
  }

  private boolean isRevisedSince(String head, String id) {
    List<AuditLink> links = store.auditLog(id).map(AuditTrail::links).orElse(List.of());
    boolean isSince = head.isEmpty();
    for (AuditLink link : links) {
      if (isSince
          && REVISIONS.contains(link.entry().action())
          && !EngineActors.isOne(link.entry().actor())) {
        return true;
      }
      isSince |= link.hash().equals(head);
    }
    return false;
  }
}
