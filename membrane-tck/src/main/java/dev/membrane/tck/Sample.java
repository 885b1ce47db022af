package dev.membrane.tck;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A record with all that a store is told about it. */
record Sample(MemoryRecord record, Anchor anchor, Terms terms, List<AuditLink> audit) {

  static AuditEntry entry(AuditAction action, String rationale) {
    return new AuditEntry(action, "tester", Samples.START, rationale);
  }

  String id() {
    return record.id();
  }

  Sample with(UnaryOperator<MemoryRecord.Builder> edit) {
    return new Sample(edit.apply(record.toBuilder()).build(), anchor, terms, audit);
  }

  Sample scope(String scope) {
    return with(builder -> builder.scope(scope));
  }

  Sample lifecycle(UnaryOperator<Lifecycle> edit) {
    return with(builder -> builder.lifecycle(edit.apply(record.lifecycle())));
  }

  Sample salience(double salience) {
    return anchor(salience, anchor.at());
  }

  Sample anchor(double salience, Instant at) {
    return new Sample(record, new Anchor(salience, at), terms, audit);
  }

  /** With each word given as a term; a word given twice counts twice. */
  Sample terms(String... words) {
    Map<String, Integer> counts =
        Arrays.stream(words)
            .collect(Collectors.toMap(Function.identity(), word -> 1, Integer::sum));
    return new Sample(record, anchor, new Terms(counts, terms.mark()), audit);
  }

  Sample mark(String mark) {
    return new Sample(record, anchor, new Terms(terms.counts(), mark), audit);
  }

  Sample logging(AuditEntry... entries) {
    return linked(Arrays.stream(entries).map(Sample::link).toList());
  }

  Sample linked(List<AuditLink> links) {
    return new Sample(record, anchor, terms, links);
  }

  /** With hashes that a store has no way to come by itself. */
  static AuditLink link(AuditEntry entry) {
    String hash = Integer.toHexString(entry.hashCode());
    return new AuditLink(entry, "nonce of " + hash, "r" + hash, "c" + hash, "h" + hash);
  }

  static List<AuditEntry> entries(List<AuditLink> links) {
    return links.stream().map(AuditLink::entry).toList();
  }

  Change.Insert insert() {
    return new Change.Insert(record, 1, anchor, terms, nonce(1), audit);
  }

  Change.Replace replace(long versionSeen) {
    return new Change.Replace(versionSeen, record, anchor, terms, nonce(versionSeen + 1), audit);
  }

  Change.Reindex reindex(long versionSeen) {
    return new Change.Reindex(versionSeen, record, anchor, terms);
  }

  /** What is kept with a version of it. */
  String nonce(long version) {
    return "nonce of version " + version + " of " + id();
  }

  Change.Delete delete(long versionSeen) {
    return new Change.Delete(id(), versionSeen, audit);
  }

  /** What the store answers right after the insert. */
  StoredRecord stored() {
    return stored(1, audit);
  }

  StoredRecord stored(long version, List<AuditLink> log) {
    String head = log.isEmpty() ? "" : log.get(log.size() - 1).hash();
    return new StoredRecord(
        record.withSalience(anchor.salience()).withAuditLog(entries(log)), version, anchor, head);
  }
}
