package dev.membrane.store.memory;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was done to a record, and what stays of it when it is deleted.
 *
 * @param links the whole chain, oldest first
 * @param arrival the place of its first entry among those of all logs
 */
record Log(@Nullable String scope, Sensitivity sensitivity, List<AuditLink> links, long arrival) {

  Log {
    links = List.copyOf(links);
  }

  static Log of(MemoryRecord record, List<AuditLink> links, long arrival) {
    return new Log(record.scope(), record.sensitivity(), links, arrival);
  }

  /** The name of a scope, or of none, among the heads. */
  static String keyOf(@Nullable String scope) {
    return Objects.requireNonNullElse(scope, "");
  }

  /** What it adds to the head of its scope. */
  AuditHead part(String id) {
    return AuditHead.of(id, head());
  }

  List<AuditLink> linksAnd(List<AuditLink> more) {
    List<AuditLink> all = new ArrayList<>(links);
    all.addAll(more);
    return all;
  }

  /** Without the rationales of some entries, counted from 1; without all if none are named. */
  Log without(List<Integer> entries) {
    List<AuditLink> erased = new ArrayList<>();
    for (AuditLink link : links) {
      boolean isKept = !entries.isEmpty() && !entries.contains(erased.size() + 1);
      erased.add(isKept ? link : erased(link));
    }
    return new Log(scope, sensitivity, erased, arrival);
  }

  private static AuditLink erased(AuditLink link) {
    AuditEntry entry = link.entry();
    return new AuditLink(
        new AuditEntry(entry.action(), entry.actor(), entry.timestamp(), ""),
        "",
        link.rationaleHash(),
        link.contentHash(),
        link.hash());
  }

  /** The hash of the last link. */
  String head() {
    return links.isEmpty() ? "" : links.get(links.size() - 1).hash();
  }

  /** What a record carries of its log. */
  List<AuditEntry> excerpt() {
    return excerpt(links.size());
  }

  /** What a record carried of its log when that had so many entries. */
  List<AuditEntry> excerpt(int size) {
    if (size <= StoredRecord.AUDIT_EXCERPT) {
      return entries(links.subList(0, size));
    }
    int half = StoredRecord.AUDIT_EXCERPT / 2;
    List<AuditLink> excerpt = new ArrayList<>(links.subList(0, half));
    excerpt.addAll(links.subList(size - half, size));
    return entries(excerpt);
  }

  private static List<AuditEntry> entries(List<AuditLink> some) {
    return some.stream().map(AuditLink::entry).toList();
  }
}
