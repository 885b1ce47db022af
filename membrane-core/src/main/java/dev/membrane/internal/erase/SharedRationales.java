package dev.membrane.internal.erase;

import dev.membrane.internal.access.Withholding;
import dev.membrane.internal.consolidate.StageCommit;
import dev.membrane.internal.keys.EngineActors;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisionState;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Erases the rationales of erased records where a revision wrote them into the log of the other
 * side, which stays, and all rationales that name an erased record.
 */
record SharedRationales(MemoryStore store, StageCommit commit, ErasedRecords erased) {

  /**
   * Erases the rationales of erased records from the logs of others.
   *
   * @param gone the erased records, as they were
   * @param goneIds their ids, and those of others that may be named
   * @param near ids of records that may name them
   */
  void erase(List<MemoryRecord> gone, Set<String> goneIds, Set<String> near) {
    List<AuditEntry> ended =
        gone.stream()
            .flatMap(record -> record.auditLog().stream())
            .filter(entry -> !entry.rationale().isEmpty())
            .toList();
    Set<String> said = said(ended.stream());
    Set<String> saidByIngestion = said(ended.stream().filter(SharedRationales::isOfIngestion));
    Set<String> others = new TreeSet<>(near);
    gone.forEach(record -> addNamed(record, others));
    gone.forEach(record -> addMergedWith(record, others));
    others.removeIf(erased::isErased);
    commit.prefetchRecords(others);
    for (String id : others) {
      List<AuditEntry> log = log(id);
      for (int i = 0; i < log.size(); i++) {
        AuditEntry entry = log.get(i);
        boolean isOfAnother = isOfIngestion(entry) && saidByIngestion.contains(said(entry));
        if ((said.contains(said(entry)) && !isOfAnother)
            || (NamingRationales.isOne(entry, goneIds) && !isTrail(id, entry))) {
          erased.eraseRationale(id, i + 1);
        }
      }
    }
  }

  /**
   * Whether an entry tells which former versions have something of an erased record. It loses its
   * rationale together with them. A record that changes loses its versions now.
   */
  private boolean isTrail(String id, AuditEntry entry) {
    return entry.actor().startsWith(EngineActors.CONSOLIDATION)
        && store.history().isPresent()
        && commit.record(id).filter(it -> it.newEntries() > 0).isEmpty();
  }

  /** An ingestion creates one record, so the same words at the same instant are of another one. */
  private static boolean isOfIngestion(AuditEntry entry) {
    return entry.action() == AuditAction.CREATE
        && entry.rationale().startsWith(Withholding.INGESTED);
  }

  private static Set<String> said(Stream<AuditEntry> entries) {
    return entries.map(SharedRationales::said).collect(Collectors.toSet());
  }

  /** The whole log as it is stored. A record has only the beginning and the end of a long one. */
  List<AuditEntry> log(String id) {
    return commit
        .record(id)
        .flatMap(known -> Optional.ofNullable(known.before()))
        .map(stored -> stored.record().auditLog())
        .filter(log -> log.size() < StoredRecord.AUDIT_EXCERPT)
        .or(() -> store.auditLog(id).map(AuditTrail::entries))
        .orElse(List.of());
  }

  private static String said(AuditEntry entry) {
    return entry.timestamp() + " " + entry.rationale();
  }

  /**
   * Adds the sources that were merged with a record. All of them have the rationale of the merge,
   * and only what came of it names them.
   */
  private void addMergedWith(MemoryRecord record, Set<String> ids) {
    Optional.ofNullable(record.revision())
        .flatMap(revision -> Optional.ofNullable(revision.supersededBy()))
        .flatMap(commit::record)
        .ifPresent(successor -> addNamed(successor.record(), ids));
  }

  private static void addNamed(MemoryRecord record, Set<String> ids) {
    record.relations().stream().map(Relation::targetId).forEach(ids::add);
    RevisionState revision = record.revision();
    if (revision != null) {
      Stream.of(
              Optional.ofNullable(revision.supersedes()),
              Optional.ofNullable(revision.supersededBy()))
          .flatMap(Optional::stream)
          .forEach(ids::add);
    }
  }
}
