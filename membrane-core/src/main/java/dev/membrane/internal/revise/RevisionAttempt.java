package dev.membrane.internal.revise;

import dev.membrane.Caller;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.internal.change.InheritedLifecycle;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One attempt to revise records.
 *
 * @param old the records that are revised, at least one
 * @param reason who asked for it, and why
 * @param caller who calls
 * @param visibility what the caller sees in this call
 * @param now the instant of the attempt, in whole microseconds
 */
record RevisionAttempt(
    List<StoredRecord> old,
    ChangeReason reason,
    Caller caller,
    Visibility visibility,
    Instant now) {

  AuditEntry entry(AuditAction action) {
    return entry(action, reason.rationale());
  }

  AuditEntry entry(AuditAction action, String rationale) {
    return new AuditEntry(action, actor(), now, rationale);
  }

  String actor() {
    return reason.actorFor(caller);
  }

  /** Any of the old records: they agree in type and scope. */
  MemoryRecord one() {
    return old.get(0).record();
  }

  Set<String> ids() {
    return old.stream().map(stored -> stored.record().id()).collect(Collectors.toSet());
  }

  /** The highest live salience. */
  double salience() {
    return old.stream().mapToDouble(stored -> stored.salienceAt(now)).max().orElseThrow();
  }

  Lifecycle lifecycle() {
    return InheritedLifecycle.of(old, now);
  }

  double confidence() {
    return old.stream().mapToDouble(stored -> stored.record().confidence()).max().orElseThrow();
  }

  Sensitivity sensitivity() {
    return old.stream()
        .map(stored -> stored.record().sensitivity())
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }
}
